import { h } from "./dom.ts";
import type { Key, Language } from "./i18n.ts";
import en from "./i18n/en.json";
import type { Session } from "./session.ts";
import { enter, leave, stage } from "./stage.ts";
import { Rig, View, type FieldStage, type Handle, type Idea, type Label, type Layers, type Solution, type Vec3 } from "./wasm.ts";

/** How long the pose before a flip stays, milliseconds: first as it is, then fading. */
const FORMER_STAYS = 700;
const FORMER_FADES = 1100;
/** Time that passes at most between two frames: after a pause, nothing leaps. */
const LONGEST_STEP = 100;
/** How often a context that cannot be had is asked for again, and how long after. */
const TRIES = 4;
const TRY_AGAIN = 500;

/** Pixels that what is told of a place stands beside the pointer, and how much higher above a finger. */
const BESIDE = 12;
export const FINGER = 34;

/** Where the pointer is over a picture, CSS pixels, and how much it hides above it. */
export interface Pointer {
  x: number;
  y: number;
  above: number;
}

/** Where a picture stands. */
export interface Place {
  box: HTMLElement;
  canvas: HTMLCanvasElement;
  labels: HTMLElement;
}

export interface Options {
  language: Language;
  dark: boolean;
  /** Where the goal gets to as the example is played. */
  farthest: Vec3 | undefined;
  /** What of it is drawn, where that is not as usual. */
  layers: Layers;
  /** The most arrows of the field, if not the view's own number. */
  arrows: number | undefined;
  /** What can be dragged. */
  handles: readonly Handle[];
  /** Whether singular points show their indices. */
  indices: boolean;
  /** Called when no picture can be had. */
  fail: (error: unknown) => void;
}

/** Moves something for one frame at a time; false when it has arrived. */
export type Motion = (elapsedMs: number) => boolean;

/**
 * One figure's picture: its canvas, the view of its rig, the labels over it.
 * Draws by `requestAnimationFrame`, and only when something changed, while it
 * is on the screen.
 */
export class Picture {
  readonly view: View;
  /** How many times it was drawn. */
  frames = 0;
  /** How long the last drawing took, milliseconds of the main thread. */
  lastDrawMs = 0;

  readonly #box: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #labels: HTMLElement;
  /** The turn rate where the pointer is. */
  readonly #rate = h("span", { class: "rate-here", "aria-hidden": "true", hidden: true });
  readonly #language: Language;
  readonly #session: Session;
  readonly #farthest: Vec3 | undefined;
  readonly #fail: (error: unknown) => void;
  readonly #layers: Layers;
  readonly #indices: boolean;
  readonly #stop = new AbortController();
  readonly #resize: ResizeObserver;
  readonly #seen: IntersectionObserver;
  readonly #spans: HTMLSpanElement[] = [];
  readonly #widths = new Map<string, number>();
  #request = 0;
  #idle = 0;
  #dirty = true;
  #onScreen = false;
  #sized = false;
  #tries = 0;
  #last: number | undefined;
  /** Those that are looked at from the same side: this one among them. */
  #linked: readonly Picture[] = [this];
  #motion: { step: Motion; since: number | undefined; ended: () => void } | undefined;
  /** Ends with the motion. */
  #moves: Promise<void> = Promise.resolve();
  #former: { since: number | undefined } | undefined;
  #pointer: Pointer | undefined;
  /** The start joint that the view was framed with. */
  #framed = "";

  constructor(
    { box, canvas, labels }: Place,
    session: Session,
    { language, dark, farthest, layers, arrows, handles, indices, fail }: Options,
  ) {
    this.#box = box;
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d") as CanvasRenderingContext2D;
    this.#labels = labels;
    this.#session = session;
    this.#language = language;
    this.#fail = fail;
    const { camera, drag_plane, imagined } = session.setup;
    this.view = new View(camera.azimuth_deg, camera.elevation_deg);
    this.view.setDragPlane(drag_plane ?? undefined);
    this.view.setTheme(dark);
    this.#layers = { ...layers, imagined };
    this.view.setLayers(this.#layers);
    this.view.setHandles([...handles]);
    if (arrows !== undefined) this.view.setFieldCount(arrows);
    if (layers.shading === true) box.append(this.#rate);
    this.#indices = indices;
    this.#farthest = farthest;
    this.#frameStart();
    enter(this.#lost);

    this.#resize = new ResizeObserver((entries) => this.#measure(entries[0]));
    try {
      this.#resize.observe(canvas, { box: "device-pixel-content-box" });
    } catch {
      this.#resize.observe(canvas);
    }
    this.#watchPixelRatio();
    this.#seen = new IntersectionObserver((entries) => {
      this.#onScreen = entries[entries.length - 1]?.isIntersecting ?? false;
      this.#wake();
    }, { rootMargin: "10%" });
    this.#seen.observe(box);
    // What was never on the screen is printed all the same.
    addEventListener("beforeprint", () => this.drawNow(), { signal: this.#stop.signal });
  }

  /** Something changed: a frame will be drawn. */
  invalidate(): void {
    this.#dirty = true;
    this.#wake();
  }

  /** From now on all of `pictures` are looked at from the same side. */
  static link(pictures: readonly Picture[]): void {
    for (const picture of pictures) picture.#linked = pictures;
  }

  /** Whether it can be seen, or nearly. */
  get onScreen(): boolean {
    return this.#onScreen;
  }

  /** Turns the view as a drag by so many pixels does. */
  orbit(dx: number, dy: number): void {
    this.#see((view) => view.orbit(dx, dy));
  }

  /** Moves nearer by `factor`. */
  zoom(factor: number): void {
    this.#see((view) => view.zoom(factor));
  }

  resetCamera(): void {
    this.#see((view) => view.resetCamera());
  }

  /** Runs `step` once a frame until it says false or something stops it. */
  animate(step: Motion): void {
    this.stopMotion();
    this.#moves = new Promise((ended) => {
      this.#motion = { step, since: undefined, ended };
    });
    this.invalidate();
  }

  stopMotion(): void {
    this.#motion?.ended();
    this.#motion = undefined;
  }

  /** When what moves by itself has come to its end, or was stopped. */
  stands(): Promise<void> {
    return this.#moves;
  }

  /** Shows the pose before a flip for a moment; where motion is not wanted, until the next move. */
  showFormer(solution: Solution): void {
    this.view.setFormer(solution);
    this.#former = { since: undefined };
    this.invalidate();
  }

  hideFormer(): void {
    if (this.#former === undefined) return;
    this.view.setFormer(undefined);
    this.#former = undefined;
    this.invalidate();
  }

  setDark(dark: boolean): void {
    this.view.setTheme(dark);
    this.invalidate();
  }

  /** Shows a way of the goal, world, or none. */
  setTrail(points: Vec3[] | undefined): void {
    this.view.setTrail(points);
    this.invalidate();
  }

  /** How much of the default map's field is drawn: a step of making it. */
  setField(stage: FieldStage, progress: number): void {
    this.view.setFieldStage(stage, progress);
    this.invalidate();
  }

  /** Shows and hides layers; those that are not named stay as they are. */
  setLayers(layers: Layers): void {
    Object.assign(this.#layers, layers);
    this.view.setLayers(this.#layers);
    this.invalidate();
  }

  /** Looks from there, with all that matters in the picture. Degrees. */
  look(azimuth: number, elevation: number): void {
    this.view.setCamera(azimuth, elevation);
    this.#frameStart();
    this.invalidate();
  }

  setLit(idea: Idea | undefined): void {
    this.view.setLit(idea);
    this.invalidate();
  }

  /** A point of the page as a point of the figure, CSS pixels. */
  place(event: { clientX: number; clientY: number }): [number, number] {
    const rect = this.#canvas.getBoundingClientRect();
    const scale = rect.width > 0 ? this.#canvas.clientWidth / rect.width : 1;
    return [(event.clientX - rect.left) * scale, (event.clientY - rect.top) * scale];
  }

  /** Where the pointer is over the picture, CSS pixels, if it is: where the turn rate is shown, its number is told there. */
  point(pointer?: Pointer): void {
    this.#pointer = pointer;
    if (this.#layers.shading === true) this.#tellRate();
  }

  /** Draws at once, on the screen or not. */
  drawNow(): void {
    if (this.#dirty || this.frames === 0) this.#draw();
  }

  /** The picture with its labels, as an image. */
  toBlob(type?: string, quality?: number): Promise<Blob | null> {
    this.drawNow();
    const { width, height } = this.#canvas;
    const copy = h("canvas", { width, height });
    const context = copy.getContext("2d");
    if (context !== null) {
      context.drawImage(this.#canvas, 0, 0);
      this.#writeLabels(context, width / Math.max(1, this.#canvas.clientWidth));
    }
    return new Promise((resolve) => copy.toBlob(resolve, type, quality));
  }

  free(): void {
    this.#stop.abort();
    this.stopMotion();
    this.#resize.disconnect();
    this.#seen.disconnect();
    cancelAnimationFrame(this.#request);
    cancelIdle(this.#idle);
    leave(this.#lost);
    this.#labels.replaceChildren();
    this.#rate.remove();
    this.view.free();
  }

  /**
   * Aims so that the example's start is in the picture, and what it comes to:
   * the view stands still while the figure is played, or all would seem to move.
   */
  #frameStart(): void {
    this.#framed = this.#session.start.ik.start;
    const rig = new Rig(this.#session.start);
    try {
      if (this.#farthest !== undefined) rig.setGoal(this.#farthest);
      this.view.frame(rig);
    } finally {
      rig.free();
    }
  }

  /** Another chain may be much smaller, and somewhere else: the view goes there. */
  frameChain(): void {
    const { start } = this.#session.scene.ik;
    if (start === this.#framed) return;
    if (calm()) this.view.frame(this.#session.rig);
    else this.view.glideToFrame(this.#session.rig);
    this.#framed = start;
    this.invalidate();
  }

  #see(change: (view: View) => void): void {
    for (const picture of this.#linked) {
      change(picture.view);
      picture.invalidate();
    }
  }

  readonly #lost = (): void => this.invalidate();

  #measure(entry: ResizeObserverEntry | undefined): void {
    // With its fractions, and not as a transform of the page shows it.
    const style = getComputedStyle(this.#canvas);
    const [width, height] = [parseFloat(style.width) || 0, parseFloat(style.height) || 0];
    this.#sized = width > 0 && height > 0;
    if (!this.#sized) return;
    // The exact size, where it is told and agrees (an emulated screen's does not).
    const told = entry?.devicePixelContentBoxSize?.[0]?.inlineSize ?? 0;
    const ratio = Math.abs(told - width * devicePixelRatio) < 2 ? told / width : devicePixelRatio;
    this.#canvas.width = Math.max(1, Math.round(width * ratio));
    this.#canvas.height = Math.max(1, Math.round(height * ratio));
    this.view.resize(width, height, ratio);
    this.view.setTextSize(parseFloat(getComputedStyle(this.#labels).fontSize));
    this.#widths.clear();
    this.#dirty = true;
    // Setting the size cleared the canvas: it is drawn before anyone can see that.
    if (this.#onScreen && this.frames > 0) this.#draw();
    else this.#wake();
  }

  /** A window moved to another screen keeps its size. */
  #watchPixelRatio(): void {
    const { signal } = this.#stop;
    const watch = (): void => {
      if (signal.aborted) return;
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
        this.#measure(undefined);
        watch();
      }, { once: true, signal });
    };
    watch();
  }

  #wake(): void {
    if (!this.#sized || this.#stop.signal.aborted) return;
    if (this.#onScreen) {
      if (this.#request === 0 && (this.#dirty || this.#motion !== undefined)) {
        this.#request = requestAnimationFrame(this.#frame);
      }
    } else if (this.frames === 0 && this.#idle === 0) {
      // Once, when there is time, so that it is never found blank.
      this.#idle = whenIdle(() => this.drawNow());
    }
  }

  readonly #frame = (now: number): void => {
    // `#request` stays set until the end: what changes on the way is in this frame.
    const step = this.#last === undefined ? 1000 / 60 : Math.min(now - this.#last, LONGEST_STEP);
    let moving = this.#move(now);
    moving = this.view.advance(step) || moving;
    moving = this.#fade(now) || moving;
    this.#draw();
    this.#last = moving ? now : undefined;
    this.#request = 0;
    this.#dirty ||= moving;
    this.#wake();
  };

  #move(now: number): boolean {
    const motion = this.#motion;
    if (motion === undefined) return false;
    motion.since ??= now;
    const goesOn = motion.step(now - motion.since);
    if (!goesOn && this.#motion === motion) this.stopMotion();
    return this.#motion !== undefined;
  }

  #fade(now: number): boolean {
    const former = this.#former;
    if (former === undefined || calm()) return false;
    former.since ??= now;
    const left = 1 - (now - former.since - FORMER_STAYS) / FORMER_FADES;
    this.view.setFormerOpacity(Math.min(1, Math.max(0, left)));
    if (left > 0) return true;
    this.view.setFormer(undefined);
    this.#former = undefined;
    return false;
  }

  #draw(): void {
    if (!this.#sized) return;
    const begun = performance.now();
    let labels: Label[];
    try {
      const shared = stage();
      labels = this.view.draw(shared.stage, this.#session.rig);
      const { width, height } = this.#canvas;
      this.#context.globalCompositeOperation = "copy";
      this.#context.drawImage(shared.canvas, 0, 0, width, height, 0, 0, width, height);
      this.#tries = 0;
    } catch (error) {
      this.#tryAgain(error);
      return;
    }
    this.#place(labels);
    if (this.#pointer !== undefined && this.#layers.shading === true) this.#tellRate();
    this.#dirty = false;
    this.frames += 1;
    this.lastDrawMs = performance.now() - begun;
  }

  /** A context may be refused for a while after a loss; what was drawn stays until then. */
  #tryAgain(error: unknown): void {
    this.#dirty = false;
    this.stopMotion();
    this.#tries += 1;
    if (this.#tries >= TRIES) {
      this.#fail(error);
      return;
    }
    setTimeout(() => this.invalidate(), TRY_AGAIN * this.#tries);
  }

  #place(labels: Label[]): void {
    labels.forEach((label, i) => {
      let span = this.#spans[i];
      if (span === undefined) {
        span = h("span");
        this.#spans.push(span);
        this.#labels.append(span);
      }
      const text = this.#text(label);
      if (span.textContent !== text) span.textContent = text;
      span.dataset.idea = label.idea;
      span.hidden = !label.visible;
      if (!label.visible) return;
      const width = this.#widthOf(text, span);
      const left = label.align === "right" ? label.x - width : label.x;
      const inside = Math.max(0, Math.min(left, this.#canvas.clientWidth - width));
      span.style.transform = `translate(${round(inside)}px, ${round(label.y)}px) translateY(-50%)`;
    });
    for (const span of this.#spans.splice(labels.length)) span.remove();
  }

  #tellRate(): void {
    const { x = 0, y = 0, above = 0 } = this.#pointer ?? {};
    const rate = this.#pointer === undefined ? undefined : this.view.turnRateAt(this.#session.rig, x, y);
    this.#rate.hidden = rate === undefined;
    if (rate === undefined) return;
    this.#rate.textContent = this.#language.say("rate.here", {
      rate: Number.isFinite(rate) ? this.#language.number(rate, 2) : "∞",
    });
    const { clientWidth, clientHeight } = this.#canvas;
    const left = Math.max(0, Math.min(x + BESIDE, clientWidth - this.#rate.offsetWidth));
    const top = Math.max(0, Math.min(y - BESIDE - above - this.#rate.offsetHeight, clientHeight));
    this.#rate.style.transform = `translate(${round(left)}px, ${round(top)}px)`;
  }

  /** Measured once for each text: to measure is to lay out. */
  #widthOf(text: string, span: HTMLElement): number {
    const known = this.#widths.get(text) ?? span.offsetWidth;
    this.#widths.set(text, known);
    return known;
  }

  #text(label: Label): string {
    if (this.#indices && label.index !== undefined) {
      return this.#language.say("label.index", { index: this.#language.signed(label.index) });
    }
    const key = `label.${label.id}`;
    return label.name ?? (key in en ? this.#language.say(key as Key) : "");
  }

  #writeLabels(context: CanvasRenderingContext2D, ratio: number): void {
    const box = this.#box.getBoundingClientRect();
    context.textBaseline = "middle";
    for (const span of this.#spans) {
      if (span.hidden) continue;
      const style = getComputedStyle(span);
      const rect = span.getBoundingClientRect();
      context.font = `${style.fontWeight} ${parseFloat(style.fontSize) * ratio}px ${style.fontFamily}`;
      context.fillStyle = style.color;
      context.fillText(span.textContent ?? "", (rect.left - box.left) * ratio, (rect.top - box.top + rect.height / 2) * ratio);
    }
  }
}

/** Whether the reader asked for no motion. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function round(pixels: number): number {
  return Math.round(pixels * 2) / 2;
}

function whenIdle(run: () => void): number {
  return globalThis.requestIdleCallback?.(run) ?? setTimeout(run, 200);
}

function cancelIdle(id: number): void {
  (globalThis.cancelIdleCallback ?? clearTimeout)(id);
}
