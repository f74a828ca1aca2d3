import { defineConfig } from "vite";

/**
 * The package: one module for browsers and Node.js, the WebAssembly beside it.
 * Not Vite's library mode, which would put the WebAssembly into the script.
 */
export default defineConfig({
  publicDir: false,
  base: "./",
  build: {
    outDir: "dist/npm",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: "www/npm.ts",
      preserveEntrySignatures: "strict",
      output: {
        entryFileNames: "zeroplane.js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
});
