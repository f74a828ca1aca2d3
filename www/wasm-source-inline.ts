import dataUrl from "./pkg/zeroplane_bg.wasm?url&inline";

/** The module's bytes, carried in the script itself: nothing to fetch, no network. */
export async function wasmSource(): Promise<URL | Uint8Array<ArrayBuffer>> {
  const base64 = dataUrl.slice(dataUrl.indexOf(",") + 1);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
