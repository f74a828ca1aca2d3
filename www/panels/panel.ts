import { h } from "../dom.ts";
import type { Hands } from "../drag.ts";
import type { Key, Language } from "../i18n.ts";
import type { Session } from "../session.ts";
import type { Idea } from "../wasm.ts";

/** What a panel works with. It is built before there is a session. */
export interface Desk extends Hands {
  readonly language: Language;
  /** What is said when the panel knows more than the edit does. */
  say(key: Key): void;
  /** Shows or hides the chain as the sphere's space imagines it. */
  showImagined(shown: boolean): void;
}

/** A group of controls for one concept. */
export interface Panel {
  readonly element: HTMLElement;
  /** Shows the session as it is. */
  update(session: Session): void;
}

/** A field set whose legend lights its idea up in the picture. */
export function group(name: string, idea: Idea, legend: string, ...children: (Node | string)[]): HTMLFieldSetElement {
  const term = h("span", { class: "term", "data-idea": idea }, legend);
  return h("fieldset", { class: `panel ${name}`, part: `panel ${name}` }, h("legend", {}, term), ...children);
}
