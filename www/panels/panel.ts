import { h } from "../dom.ts";
import type { Hands } from "../drag.ts";
import type { Key, Language, Values } from "../i18n.ts";
import type { Picture } from "../picture.ts";
import type { Change, Session } from "../session.ts";
import type { Idea } from "../wasm.ts";

/** What a panel works with. It is built before there is a session. */
export interface Desk extends Hands {
  readonly language: Language;
  /** What is said when the panel knows more than the edit does. */
  say(key: Key, values?: Values): void;
  /** Shows or hides the chain as the sphere's space imagines it. */
  showImagined(shown: boolean): void;
  /** All that stand side by side: the session and those that follow it. */
  readonly company: readonly Session[];
  readonly pictures: readonly Picture[];
  /** Room for words under each of the pictures. */
  readonly captions: readonly HTMLElement[];
}

/** A group of controls for one concept. */
export interface Panel {
  readonly element: HTMLElement;
  /** Shows the session as it is, after `change`, if it comes of one. */
  update(session: Session, change?: Change): void;
  /** Back to what the figure began with, for what is not part of the session. */
  reset?(): void;
  /** The colours have changed. */
  repaint?(): void;
}

/** A field set whose legend lights its idea up in the picture. */
export function group(name: string, idea: Idea, legend: string, ...children: (Node | string)[]): HTMLFieldSetElement {
  const term = h("span", { class: "term", "data-idea": idea }, legend);
  return h("fieldset", { class: `panel ${name}`, part: `panel ${name}` }, h("legend", {}, term), ...children);
}

/** An input with its label after it. */
export function labelled(input: HTMLInputElement, text: string): HTMLLabelElement {
  return h("label", {}, input, h("span", {}, text));
}
