import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { onePage } from "./vite.pages.ts";

/** The page in one file that opens from a disk, with no network. */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [onePage(), viteSingleFile({ removeViteModuleLoader: true })],
  resolve: {
    alias: [
      {
        find: /^\.\/wasm-source(\.ts)?$/,
        replacement: fileURLToPath(new URL("./www/wasm-source-inline.ts", import.meta.url)),
      },
    ],
  },
  build: { outDir: "dist/standalone", target: "es2022" },
});
