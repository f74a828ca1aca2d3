import { h, unique } from "./dom.ts";
import figureCss from "./figure.css?inline";
import type { Reading } from "./examples.ts";
import type { Key, Language } from "./i18n.ts";
import paletteCss from "./palette.css?inline";
import type { Place } from "./picture.ts";
import type { Solution, Solver } from "./wasm.ts";

/** What the buttons under a figure do. */
export interface Tools {
  undo(): void;
  reset(): void;
}

/** What a figure is called and what it first says. */
export interface Words {
  name: Key;
  hint: Key;
  /** The solvers whose pictures stand side by side; one picture without a caption, if there are none. */
  solvers: readonly Solver[];
  readings: readonly Reading[];
  /** Whether the controls stand beside the picture, where there is room. */
  broad: boolean;
}

/** Where a picture stands, with room for a sentence under its name. */
interface Stand extends Place {
  element: HTMLElement;
  caption: HTMLElement;
}

const HELP = ["move", "fine", "ends", "next", "orbit", "zoom", "undo"] as const;

let sheets: CSSStyleSheet[] | undefined;

function styles(): CSSStyleSheet[] {
  return (sheets ??= [paletteCss, figureCss].map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  }));
}

/**
 * What is seen of a figure but the drawing itself: the box for it, what is
 * said, the numbers, room for the controls. All of it stands, and the live
 * region with it, before the solver is loaded, so that nothing shifts then.
 */
export class Face {
  readonly root: HTMLElement;
  /** One for each picture; the first is the figure's own. */
  readonly stands: readonly Stand[];
  /** The live region. */
  readonly says: HTMLElement;
  readonly controls: HTMLFieldSetElement;
  readonly #language: Language;
  readonly #notice: HTMLElement;
  readonly #warning: HTMLElement;
  readonly #readings = new Map<string, HTMLElement>();
  readonly #undo: HTMLButtonElement;
  readonly #keys: HTMLButtonElement;
  readonly #help: HTMLElement;
  /** For what is seen elsewhere already. */
  readonly #spoken = h("p", { class: "spoken", role: "status" });
  readonly #warnings = new Map<string, string>();

  constructor(language: Language, words: Words, panels: readonly HTMLElement[], tools: Tools) {
    this.#language = language;
    const say = (key: Key): string => language.say(key);
    const keysId = unique("keys");
    this.#notice = h("div", { class: "notice", hidden: true });
    this.#warning = h("p", { class: "warning", role: "status", hidden: true });
    const { solvers } = words;
    this.stands = solvers.length === 0
      ? [stand(language, say(words.name), keysId)]
      : solvers.map((solver) => stand(language, `${say(words.name)} ${say(`solver.${solver}`)}.`, keysId, solver));
    this.stands[0]?.box.append(this.#warning, this.#notice);
    const pictures = this.stands.map(({ element }) => element);
    this.says = h("p", { class: "says", part: "says", role: "status", "aria-live": "polite" }, say(words.hint));
    const readings = h("p", { class: "readings", part: "readings", role: "group", "aria-label": say("readings.label") });
    for (const name of words.readings) {
      const reading = h("span", { "data-reading": name });
      this.#readings.set(name, reading);
      readings.append(reading, " ");
    }
    this.#undo = button(say("tools.undo"), tools.undo);
    this.#undo.disabled = true;
    this.#keys = button(say("tools.keys"), () => this.toggleHelp());
    this.#keys.setAttribute("aria-expanded", "false");
    const row = h("div", { class: "tools" }, this.#undo, button(say("tools.reset"), tools.reset), this.#keys);
    this.controls = h("fieldset", { class: "controls", disabled: true }, ...panels);
    this.#help = help(language);
    this.root = h(
      "div",
      { class: words.broad ? "figure broad" : "figure", part: "figure" },
      ...(pictures.length === 1 ? pictures : [h("div", { class: "abreast" }, ...pictures)]),
      this.says,
      readings,
      row,
      this.controls,
      this.#help,
      this.#spoken,
      h("span", { id: keysId, hidden: true }, say("figure.keys")),
    );
  }

  /** Puts itself into the shadow root, in place of what was there. */
  show(shadow: ShadowRoot): void {
    shadow.adoptedStyleSheets = styles();
    shadow.replaceChildren(this.root);
  }

  /** Shows the numbers. */
  read(solution: Solution, flips: number, canUndo: boolean): void {
    const { reach, sphere, swivel_deg, turn_rate } = solution;
    const language = this.#language;
    this.#write("reach", `reading.${reach}`);
    this.#write("swivel", "reading.swivel", `${language.number(swivel_deg, 1)}°`);
    this.#write("latitude", "reading.latitude", `${language.number(sphere.latitude_deg, 1)}°`);
    this.#write("rate", "reading.rate", turn_rate === null ? "∞" : language.number(turn_rate, 2));
    this.#write("flips", "reading.flips", String(flips));
    this.root.dataset.reach = reach;
    this.#undo.disabled = !canUndo;
  }

  /** Shows a warning of that name, or takes it away. */
  warn(name: string, sentence?: string): void {
    if (sentence === undefined) this.#warnings.delete(name);
    else this.#warnings.set(name, sentence);
    this.#warning.textContent = [...this.#warnings.values()].join(" ");
    this.#warning.hidden = this.#warnings.size === 0;
  }

  /** Whether there is a warning of that name. */
  warns(name: string): boolean {
    return this.#warnings.has(name);
  }

  /** Says why there is no picture, in its place, with a way to begin again. */
  fail(sentence: string, again: () => void): void {
    this.#notice.replaceChildren(h("p", { role: "alert" }, sentence), button(this.#language.say("tools.reset"), again));
    this.#notice.hidden = false;
  }

  get helps(): boolean {
    return !this.#help.hidden;
  }

  toggleHelp(): void {
    this.#help.hidden = !this.#help.hidden;
    this.#keys.setAttribute("aria-expanded", String(this.helps));
    this.#spoken.textContent = this.helps ? (this.#help.dataset.sentence ?? "") : "";
  }

  setDark(dark: boolean): void {
    this.root.classList.toggle("dark", dark);
  }

  #write(name: string, label: Key, value?: string): void {
    const text = this.#language.say(label);
    this.#readings.get(name)?.replaceChildren(...(value === undefined ? [text] : [`${text} `, h("b", {}, value)]));
  }
}

function stand(language: Language, name: string, keysId: string, solver?: Solver): Stand {
  const canvas = h("canvas", {
    part: "canvas",
    tabindex: 0,
    role: "application",
    "aria-roledescription": language.say("figure.role"),
    "aria-label": name,
    "aria-describedby": keysId,
  });
  const labels = h("div", { class: "labels", "aria-hidden": "true" });
  const box = h("div", { class: "box", part: "picture" }, canvas, labels);
  const caption = h("span", { class: "caption" });
  if (solver === undefined) return { element: box, box, canvas, labels, caption };
  const title = h("p", {}, h("b", {}, language.say(`solver.${solver}`)), " ", language.say(`solver.${solver}.does`));
  const element = h("div", { class: "stand", "data-solver": solver }, box, title, caption);
  return { element, box, canvas, labels, caption };
}

function button(text: string, press: () => void): HTMLButtonElement {
  const element = h("button", { type: "button" }, text);
  element.addEventListener("click", press);
  return element;
}

/** The list of keys, and the same as one sentence to be spoken. */
function help(language: Language): HTMLElement {
  const pairs = HELP.map((row) => [language.say(`help.${row}.keys`), language.say(`help.${row}`)] as const);
  const title = language.say("help.title");
  return h(
    "div",
    { class: "help", hidden: true, "data-sentence": `${title}: ${pairs.map((pair) => pair.join(": ")).join("; ")}.` },
    h("p", {}, title),
    h("dl", {}, ...pairs.flatMap(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])),
    h("p", {}, language.say("help.pointer")),
  );
}
