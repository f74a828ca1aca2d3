import init from "./pkg/zeroplane.js";
import { wasmSource } from "./wasm-source.ts";

export * from "./pkg/zeroplane.js";

/** Where the module may come from: its address, its bytes, or compiled already. */
export type WasmSource = URL | Request | Response | BufferSource | WebAssembly.Module;

let started: Promise<void> | undefined;

/**
 * Starts the module; everything else of this file may be used afterwards. In a
 * browser and in Node.js. Further calls wait for the same start; a start that
 * failed (no network, say) may be tried again.
 */
export function ready(source?: WasmSource | Promise<WasmSource>): Promise<void> {
  started ??= start(source).catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start(source?: WasmSource | Promise<WasmSource>): Promise<void> {
  await init({ module_or_path: (await (source ?? wasmSource())) as WasmSource });
}
