/** What Node.js adds to the language, as far as it is used here. */
declare const process: {
  getBuiltinModule(id: "node:fs/promises"): { readFile(path: URL): Promise<Uint8Array<ArrayBuffer>> };
};

/**
 * Where the module is: a file beside this script, to be fetched by its address,
 * or its bytes where there is nothing to fetch a file with.
 *
 * This is the only place that names the file, so that each bundle has it once.
 * The bundle in one file has `wasm-source-inline.ts` in this one's place.
 */
export async function wasmSource(): Promise<URL | Uint8Array<ArrayBuffer>> {
  const url = new URL("./pkg/zeroplane_bg.wasm", import.meta.url);
  // A browser refuses modules from `file:`, so this is Node.js. Asking it for
  // its file system without an import leaves nothing for a bundler to resolve.
  return url.protocol === "file:" ? process.getBuiltinModule("node:fs/promises").readFile(url) : url;
}
