import { Stage } from "./wasm.ts";

/**
 * The page's one graphics context, on a canvas no one sees. A browser grants
 * about sixteen contexts to a page; figures that share one can be any number.
 */
interface Shared {
  canvas: OffscreenCanvas;
  stage: Stage;
}

let shared: Shared | undefined;
let users = 0;
const whenLost = new Set<() => void>();

/** Counts a figure in; `lost` is called when all that was drawn has to be drawn anew. */
export function enter(lost: () => void): void {
  whenLost.add(lost);
  users += 1;
}

/** Counts a figure out; the last one takes the context with it. */
export function leave(lost: () => void): void {
  if (!whenLost.delete(lost)) return;
  users -= 1;
  if (users === 0) discard();
}

/**
 * The stage, made when first needed, and anew after the context was lost.
 * Throws where the browser gives none.
 */
export function stage(): Shared {
  shared ??= make();
  return shared;
}

function make(): Shared {
  const canvas = new OffscreenCanvas(1, 1);
  const made: Shared = { canvas, stage: new Stage(canvas) };
  canvas.addEventListener("webglcontextlost", (event) => lose(event, made));
  return made;
}

/** Nothing of a lost context is of use again: the next picture makes a new one. */
function lose(event: Event, which: Shared): void {
  event.preventDefault();
  if (shared !== which) return;
  discard();
  for (const lost of whenLost) lost();
}

function discard(): void {
  const old = shared;
  shared = undefined;
  try {
    old?.stage.free();
  } catch {
    // Its objects went with the context.
  }
}
