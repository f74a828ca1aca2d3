/** The package: the solver, and the figure as an element where there is a document. */
export { ready, type WasmSource } from "./wasm.ts";
export { figure, planeTurn, Rig, solve } from "./wasm.ts";
export type * from "./pkg/zeroplane.js";
export { ZeroplaneFigure } from "./element.ts";
