import { h } from "../dom.ts";
import { NumberField } from "./number.ts";

interface Texts {
  range: string;
  number: string;
}

/** An angle in degrees: a slider over one turn, and a field for any number. */
export class AngleField {
  readonly element: HTMLElement;
  readonly #range: HTMLInputElement;
  readonly #number: NumberField;

  constructor(texts: Texts, entered: (degrees: number) => void, done: () => void) {
    this.#range = h("input", { type: "range", min: -180, max: 180, step: 1, value: 0, "aria-label": texts.range });
    this.#range.addEventListener("input", () => entered(this.#range.valueAsNumber));
    this.#range.addEventListener("change", done);
    this.#number = new NumberField(texts.number, entered, done);
    this.element = h("div", { class: "angle" }, this.#range, this.#number.element, h("span", { class: "unit", "aria-hidden": "true" }, "°"));
  }

  set value(degrees: number) {
    this.#range.value = String(degrees);
    this.#number.value = degrees;
  }
}
