import { execFile } from "node:child_process";
import { defineConfig, type Plugin } from "vite";
import { inputs, sitePages } from "./vite.pages.ts";

/** While serving: compiles the crate again when its sources change, then reloads the page. */
function followCrate(): Plugin {
  return {
    name: "follow-crate",
    apply: "serve",
    configureServer(server) {
      let running = false;
      let again = false;
      const compile = () => {
        again = running;
        if (running) return;
        running = true;
        execFile("cargo", ["xtask", "build", "--wasm"], (error, _stdout, stderr) => {
          running = false;
          if (error) server.config.logger.error(stderr);
          else server.ws.send({ type: "full-reload" });
          if (again) compile();
        });
      };
      server.watcher.on("all", (_event, file) => {
        if (/\/src\/.*\.(rs|d\.ts)$/.test(file)) compile();
      });
    },
  };
}

/** The site, and the server while working on it. Relative addresses: it works below any path. */
export default defineConfig({
  base: "./",
  publicDir: "www/public",
  plugins: [followCrate(), sitePages()],
  server: { watch: { ignored: ["**/target/**", "**/dist/**", "**/xtask/**"] } },
  build: {
    outDir: "dist/site",
    target: "es2022",
    // Read, and removed, by the check of the first load's size.
    manifest: true,
    rolldownOptions: { input: [...inputs] },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
