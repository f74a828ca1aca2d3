import type { Idea } from "./wasm.ts";

/**
 * Calls `light` with the idea of the term below `root` that is pointed at or
 * has the focus, and with none when it is left.
 */
export function watchTerms(root: HTMLElement, light: (idea: Idea | undefined, term: HTMLElement) => void, signal?: AbortSignal): void {
  const options = signal === undefined ? {} : { signal };
  const watch = (begin: string, end: string): void => {
    root.addEventListener(begin, (event) => {
      const term = termOf(event);
      if (term !== undefined) light(term.dataset.idea as Idea, term);
    }, options);
    root.addEventListener(end, (event) => {
      const term = termOf(event);
      if (term !== undefined) light(undefined, term);
    }, options);
  };
  watch("pointerover", "pointerout");
  watch("focusin", "focusout");
}

function termOf(event: Event): HTMLElement | undefined {
  const { target } = event;
  return target instanceof Element ? (target.closest<HTMLElement>(".term") ?? undefined) : undefined;
}
