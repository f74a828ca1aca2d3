import { h } from "./dom.ts";
import type { ZeroplaneFigure } from "./element.ts";
import { fetchLanguage, language, type Key, type Language } from "./i18n.ts";
import type { Outcome } from "./session.ts";

/**
 * What joins the text to its figures. A `<button class="do" data-deed="…">` in a
 * sentence makes a figure do what the sentence says. A `<form class="predict"
 * data-deed="…" data-ask="plane">` asks first what will happen, then plays it and
 * compares: the answer is what the solver did. The figure is the one named by
 * `data-for`, or else the section's own.
 */
export async function teach(root: HTMLElement, signal?: AbortSignal): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  const tag = root.closest<HTMLElement>("[lang]")?.lang ?? "";
  // Without a network it speaks as it can.
  await fetchLanguage(tag).catch(() => false);
  const words = language(tag);
  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>("button.do") : null;
    if (button !== null) void perform(button);
  }, options);
  for (const form of root.querySelectorAll<HTMLFormElement>("form.predict")) ask(form, words, options);
}

/** The figure that `element` speaks of. */
function figureOf(element: HTMLElement): ZeroplaneFigure | null {
  const { for: id } = element.dataset;
  if (id !== undefined) return document.querySelector<ZeroplaneFigure>(`zeroplane-figure#${CSS.escape(id)}`);
  return element.closest("section")?.querySelector("zeroplane-figure") ?? null;
}

/** Plays the deed of `element`, with the picture in sight. */
async function perform(element: HTMLElement): Promise<Outcome | undefined> {
  const figure = figureOf(element);
  const { deed } = element.dataset;
  if (figure === null || deed === undefined) return undefined;
  figure.reveal();
  element.setAttribute("aria-busy", "true");
  try {
    return await figure.play(deed);
  } finally {
    element.removeAttribute("aria-busy");
  }
}

/** A question with its choices; what came of the last play stands under it. */
function ask(form: HTMLFormElement, words: Language, options: AddEventListenerOptions): void {
  const verdict = h("p", { class: "verdict", role: "status" });
  const again = h("button", { type: "button", class: "again" }, words.say("predict.again"));
  const answer = h("div", { class: "answer" }, verdict);
  const why = form.querySelector<HTMLDetailsElement>("details.why");
  form.append(answer);
  if (why !== null) {
    // From the guess on it has its room, so that nothing shifts when it is shown.
    why.open = true;
    answer.append(why, again);
  }
  form.classList.add("open");
  let plays = 0;

  async function see(guess: string | undefined): Promise<void> {
    plays += 1;
    const mine = plays;
    form.classList.add("asked");
    form.classList.remove("answered");
    verdict.textContent = words.say("predict.watch");
    const outcome = await perform(form).catch(() => undefined);
    // Another choice was made meanwhile, or the figure cannot be played: then its own message is there.
    if (mine !== plays || outcome === undefined) return;
    const { right, what } = judge(form.dataset.ask, outcome, words);
    const key: Key = guess === undefined ? "predict.saw" : guess === right ? "predict.right" : "predict.wrong";
    verdict.textContent = words.say(key, { what });
    form.dataset.verdict = guess === undefined ? "saw" : guess === right ? "right" : "wrong";
    for (const label of form.querySelectorAll("label")) label.classList.toggle("so", label.querySelector("input")?.value === right);
    form.classList.add("answered");
  }

  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === "radio") void see(target.value);
  }, options);
  again.addEventListener("click", () => void see(undefined), options);
  form.addEventListener("submit", (event) => event.preventDefault(), options);
}

/** A turn smaller than this, degrees, is none. */
const LEAST_TURN = 0.5;

/** Which choice the outcome proves right, and how to say what happened. */
function judge(asked: string | undefined, { flips, turn, turns }: Outcome, words: Language): { right: string; what: string } {
  const degrees = (value: number): string => words.degrees(Math.abs(value));
  switch (asked) {
    case "home": {
      const [hi = 0, tracking = 0, ccd = 0] = turns;
      const home = [["hi", hi], ["tracking", tracking], ["ccd", ccd]] as const;
      const right = home.filter(([, turned]) => Math.abs(turned) < LEAST_TURN).map(([name]) => name).join(" ");
      return { right, what: words.say("predict.home", { hi: degrees(hi), tracking: degrees(tracking), ccd: degrees(ccd) }) };
    }
    case "flips": {
      const key = flips === 0 ? "predict.flips.none" : flips === 1 ? "predict.flips.one" : "predict.flips.more";
      return { right: String(flips), what: words.say(key, { count: flips }) };
    }
    default: {
      const right = flips > 0 ? "flips" : Math.abs(turn) >= LEAST_TURN ? "turns" : "stays";
      return { right, what: words.say(`predict.plane.${right}`, { turn: degrees(turn) }) };
    }
  }
}
