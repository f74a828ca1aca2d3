import { h } from "../dom.ts";

/** A field for a number; `entered` gets every finite number that is typed, `done` comes after the last. */
export class NumberField {
  readonly element: HTMLInputElement;
  #value = 0;

  constructor(label: string, entered: (value: number) => void, done: () => void) {
    this.element = h("input", { type: "number", step: "any", inputmode: "decimal", "aria-label": label });
    this.element.addEventListener("input", () => {
      const value = this.element.valueAsNumber;
      if (Number.isFinite(value)) entered(value);
    });
    this.element.addEventListener("change", () => {
      done();
      this.#write();
    });
  }

  /** Shows `value`; what is being typed stays as it is typed while it means the same. */
  set value(value: number) {
    this.#value = Math.round(value * 1e4) / 1e4 + 0;
    if (Math.abs(this.element.valueAsNumber - value) <= 5e-5 || this.#typing) return;
    this.#write();
  }

  get #typing(): boolean {
    const root = this.element.getRootNode() as Document | ShadowRoot;
    return root.activeElement === this.element && this.element.value === "";
  }

  #write(): void {
    this.element.value = String(this.#value);
  }
}
