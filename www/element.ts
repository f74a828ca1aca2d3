import { Announcer } from "./announce.ts";
import { follow } from "./company.ts";
import { watchPointer, type Hands } from "./drag.ts";
import { Face } from "./face.ts";
import { fetchLanguage, language, type Key, type Language, type Values } from "./i18n.ts";
import { watchKeys } from "./keys.ts";
import { decode, encode } from "./link.ts";
import { EXAMPLES, EXAMPLE_NAMES, HANDLES, READINGS, type Example, type ExampleName } from "./examples.ts";
import { makePanels, panelNames, type Desk, type Panel } from "./panels/all.ts";
import { calm, Picture, type Place } from "./picture.ts";
import { Session, turnOfParent, type Change, type Outcome } from "./session.ts";
import { apply, camera, isState, reason, startScene, STATE, type StateAttribute } from "./settings.ts";
import { watchTerms } from "./terms.ts";
import { watchTheme } from "./theme.ts";
import { figure, ready, Rig, type FigureSetup, type Idea, type ParentSpace, type Scene, type Solution, type Solver, type Vec3 } from "./wasm.ts";

/** What `zeroplane-flip` tells: the solutions before and after, the plane's signed turn between them. */
export interface FlipDetail {
  from: Solution;
  to: Solution;
  degrees: number;
}

/** A class to inherit from where there is no document: the module can be loaded there all the same. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * `<zeroplane-figure figure="example-2" parent-space="ik_goal">`: a figure to
 * play with. Attributes say how it starts and what Reset goes back to; the
 * properties of the same names say how it is now. Events: `zeroplane-change`
 * (detail: the solution) and `zeroplane-flip` (detail: {@link FlipDetail}).
 */
export class ZeroplaneFigure extends Base {
  static readonly observedAttributes = ["figure", "controls", "camera", "lang", ...STATE];

  /** Connected, or on its way from one place of the document to another. */
  #live = false;
  /** Ends everything that this life of the figure began. */
  #stop = new AbortController();
  #language: Language = language("en");
  #face: Face | undefined;
  #announcer: Announcer | undefined;
  #panels: Panel[] = [];
  #session: Session | undefined;
  #picture: Picture | undefined;
  /** Those that do the same beside it, with other solvers. */
  #beside: { session: Session; picture?: Picture }[] = [];
  /** What is to be shown once there is a session: from before it was removed, or asked for early. */
  #kept: Scene | string | undefined;
  #lit: Idea | undefined;
  #dark = false;

  connectedCallback(): void {
    if (this.#live) return;
    this.#live = true;
    this.#adoptProperties();
    void this.#begin();
  }

  disconnectedCallback(): void {
    // Moved to another place, it is back before this runs, and has lost nothing.
    queueMicrotask(() => {
      if (this.isConnected || !this.#live) return;
      this.#live = false;
      this.#kept = this.#session?.scene ?? this.#kept;
      this.#end();
    });
  }

  /** Moved by `moveBefore()`: nothing to do. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (!this.#live) return;
    if (isState(name)) this.#restate(name);
    else if (name === "camera") this.#setCamera();
    else if (before !== value) this.#again(name === "figure" ? undefined : this.#session?.scene);
  }

  get figure(): ExampleName {
    const name = this.getAttribute("figure");
    return EXAMPLE_NAMES.find((known) => known === name) ?? "example-1";
  }
  set figure(name: ExampleName) {
    this.setAttribute("figure", name);
  }

  get parentSpace(): ParentSpace {
    return this.#session?.parentSpace ?? "start_joint";
  }
  set parentSpace(space: ParentSpace) {
    this.setAttribute("parent-space", space);
  }

  get swivelDeg(): number {
    return this.#session?.solution.swivel_deg ?? NaN;
  }
  set swivelDeg(degrees: number) {
    this.setAttribute("swivel-deg", String(degrees));
  }

  /** Where the goal is, in the numbers of what it hangs from (the world, in the examples). */
  get goal(): Vec3 | undefined {
    return this.#session?.scene.ik.goal.translation;
  }
  set goal(position: Vec3) {
    this.setAttribute("goal", position.join(" "));
  }

  get startJoint(): string | undefined {
    return this.#session?.scene.ik.start;
  }
  set startJoint(name: string) {
    this.setAttribute("start-joint", name);
  }

  /** The angle of A in Example 1, degrees. */
  get turnDeg(): number {
    return this.#session === undefined ? NaN : turnOfParent(this.#session.scene);
  }
  set turnDeg(degrees: number) {
    this.setAttribute("turn-deg", String(degrees));
  }

  /** The scene document as it is now; setting it shows another. Undefined until the solver is there. */
  get scene(): Scene | undefined {
    return this.#session?.scene;
  }
  set scene(scene: Scene | undefined) {
    if (this.#session === undefined) this.#kept = scene;
    else if (scene !== undefined) this.#session.show(scene);
  }

  /** What differs from the start, as a short text that can stand in an address. */
  get state(): string {
    if (this.#session !== undefined) return encode(this.#session.start, this.#session.scene);
    return typeof this.#kept === "string" ? this.#kept : "";
  }
  set state(text: string) {
    if (this.#session === undefined) {
      this.#kept = text;
    } else {
      const scene = this.#read(text, this.#session.start);
      if (scene !== undefined) this.#session.show(scene);
    }
  }

  get solution(): Solution | undefined {
    return this.#session?.solution;
  }

  /** Flips since the start. */
  get flips(): number {
    return this.#session?.flips ?? 0;
  }

  /** The idea that is lit up in the picture. */
  get lit(): Idea | undefined {
    return this.#lit;
  }
  set lit(idea: Idea | undefined) {
    if (idea === this.#lit) return;
    this.#lit = idea;
    for (const picture of this.#pictures) picture.setLit(idea);
  }

  /** How many times the picture was drawn. */
  get frames(): number {
    return this.#picture?.frames ?? 0;
  }

  /** What the last drawing took of the main thread, milliseconds. */
  get lastDrawMs(): number {
    return this.#picture?.lastDrawMs ?? NaN;
  }

  /** Goes back to the start, and to the first view of it. */
  reset(): void {
    this.#takeOver();
    this.#session?.reset();
    for (const panel of this.#panels) panel.reset?.();
    this.#picture?.resetCamera();
  }

  /**
   * Plays what `deed` says, as a reader could (the verbs are in `deeds.ts`), and
   * tells what came of it. Waits until the figure has begun.
   */
  async play(deed: string): Promise<Outcome> {
    const [{ play }] = await Promise.all([import("./deeds.ts"), this.#session ?? this.#begun()]);
    const [session, face] = [this.#session as Session, this.#face as Face];
    const actor = {
      session,
      company: this.#company,
      picture: this.#picture,
      controls: face.controls,
      takeOver: () => this.#takeOver(),
      reset: () => this.reset(),
    };
    return play(actor, deed);
  }

  /** Scrolls until the picture can be seen whole, as little as that takes. */
  reveal(): void {
    this.#face?.stands[0]?.box.scrollIntoView({ block: "nearest", behavior: calm() ? "instant" : "smooth" });
  }

  /** The picture with its labels, as an image file; null where there is none. */
  toBlob(type?: string, quality?: number): Promise<Blob | null> {
    return this.#picture?.toBlob(type, quality) ?? Promise.resolve(null);
  }

  /** When there is a session. */
  #begun(): Promise<unknown> {
    return new Promise((resolve) => this.addEventListener("zeroplane-change", resolve, { once: true }));
  }

  /** First the face, at once; then, when the solver is loaded, the session and the picture. */
  async #begin(): Promise<void> {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#build(signal);
    try {
      await ready();
    } catch (error) {
      if (!signal.aborted) this.#failed("fail.load", error);
      return;
    }
    if (signal.aborted) return;
    try {
      this.#open();
    } catch (error) {
      this.#failed("fail.solve", error);
    }
  }

  #build(signal: AbortSignal): void {
    const tag = this.closest<HTMLElement>("[lang]")?.lang ?? "";
    this.#language = language(tag);
    fetchLanguage(tag).then(
      (isNew) => isNew && !signal.aborted && this.#again(this.#session?.scene),
      // Without a network it goes on speaking as it does.
      () => {},
    );
    const own = this.getAttribute("controls");
    const example: Example = EXAMPLES[this.figure];
    const desk = this.#desk();
    this.#panels = makePanels(desk, example, own === null ? example.panels : panelNames(own), signal);
    const hint = own === null ? (`hint.${this.figure}` as const) : "hint.goal";
    const solvers: Solver[] = example.beside === undefined ? [] : ["hi", ...example.beside];
    const face = new Face(this.#language, { name: `figure.${this.figure}`, hint, solvers, broad: example.broad === true, readings: example.readings ?? READINGS }, this.#panels.map((panel) => panel.element), {
      undo: () => {
        this.#takeOver();
        this.#session?.undo();
      },
      reset: () => this.reset(),
    });
    this.#face = face;
    this.#announcer = new Announcer(face.says, this.#language);
    const named = this.getAttribute("figure");
    if (named !== null && named !== this.figure) {
      const values = { value: named, used: this.figure, known: EXAMPLE_NAMES.join(", ") };
      face.warn("figure", this.#language.say("warn.figure", values));
    }
    face.show(this.shadowRoot ?? this.attachShadow({ mode: "open" }));
    face.stands.forEach(({ canvas }, i) => {
      const hands = this.#hands(i);
      watchPointer(canvas, hands, signal);
      watchKeys(canvas, hands, signal);
    });
    watchTerms(face.controls, (idea) => {
      this.lit = idea;
    }, signal);
    watchTheme(this, (dark) => {
      this.#dark = dark;
      face.setDark(dark);
      for (const picture of this.#pictures) picture.setDark(dark);
      for (const panel of this.#panels) panel.repaint?.();
    }, signal);
  }

  #open(): void {
    const face = this.#face as Face;
    const example: Example = EXAMPLES[this.figure];
    const { beside = [], goal } = example;
    const setup = figure(this.figure);
    if (goal !== undefined) setup.scene.ik.goal.translation = [...goal];
    const start = this.#startScene(setup);
    const kept = this.#kept;
    this.#kept = undefined;
    const shown = typeof kept === "string" ? this.#read(kept, start) : kept;
    const unsolved = (error: unknown): void => this.#failed("fail.solve", error);
    const session = new Session(setup, start, unsolved, shown);
    // They follow before the change is told, so that all stand together when it is.
    const others = beside.map((solver) => follow(session, solver, unsolved));
    session.subscribe((change) => this.#changed(change));
    this.#session = session;
    const fail = (error: unknown): void => {
      this.#failed("fail.draw", error);
      this.#freePictures();
    };
    const { farthest, handles = HANDLES, layers = {}, arrows, indices = false } = example;
    const options = { language: this.#language, dark: this.#dark, farthest, handles, layers, arrows, indices, fail };
    const [stand, ...stands] = face.stands;
    this.#picture = new Picture(stand as Place, session, options);
    this.#beside = others.map((session, i) => {
      const picture = new Picture(stands[i] as Place, session, options);
      // These know no zero plane, and no sphere.
      picture.setLayers({ imagined: false, sphere: false, field: false, zero_plane: false, swivel: false });
      session.subscribe(() => picture.invalidate());
      return { session, picture };
    });
    Picture.link(this.#pictures);
    for (const picture of this.#pictures) picture.setLit(this.#lit);
    this.#setCamera();
    face.controls.disabled = false;
    this.#update();
    this.#tell("zeroplane-change", session.solution);
  }

  /** Begins anew, with `scene` or at the start. */
  #again(scene: Scene | undefined): void {
    this.#kept = scene;
    this.#end();
    void this.#begin();
  }

  #end(): void {
    this.#stop.abort();
    this.#freePictures();
    for (const session of this.#company) free(session);
    this.#beside = [];
    this.#session = undefined;
  }

  #freePictures(): void {
    for (const picture of this.#pictures) free(picture);
    this.#picture = undefined;
    this.#beside = this.#beside.map(({ session }) => ({ session }));
  }

  /** The session and those that follow it. */
  get #company(): Session[] {
    return this.#session === undefined ? [] : [this.#session, ...this.#beside.map(({ session }) => session)];
  }

  /** All pictures, as far as they are there. */
  get #pictures(): Picture[] {
    return [this.#picture, ...this.#beside.map(({ picture }) => picture)].filter((picture) => picture !== undefined);
  }

  #desk(): Desk {
    const self = this;
    return Object.defineProperties(this.#hands(0), Object.getOwnPropertyDescriptors({
      language: this.#language,
      say: (key: Key, values?: Values) => this.#announcer?.say(key, values),
      showImagined: (shown: boolean) => this.#picture?.setLayers({ imagined: shown }),
      get company() {
        return self.#company;
      },
      get pictures() {
        return self.#pictures;
      },
      get captions() {
        return self.#face?.stands.map(({ caption }) => caption) ?? [];
      },
    })) as Desk;
  }

  /** What the pointer and the keys on picture `i` work on. */
  #hands(i: number): Hands {
    const self = this;
    return {
      get session() {
        return self.#session;
      },
      get picture() {
        return i === 0 ? self.#picture : self.#beside[i - 1]?.picture;
      },
      get handles() {
        return (EXAMPLES[self.figure] as Example).handles ?? HANDLES;
      },
      choose: (handle) => this.#announcer?.say("say.handle", { handle: this.#language.say(`handle.${handle}`) }),
      takeOver: () => this.#takeOver(),
      reset: () => this.reset(),
      help: () => this.#face?.toggleHelp(),
    };
  }

  /** The reader acts: what moves by itself stops. */
  #takeOver(): void {
    for (const picture of this.#pictures) picture.stopMotion();
    if (calm()) this.#picture?.hideFormer();
  }

  /** An attribute of the state was set: the figure shows it, and Reset goes back to it. */
  #restate(name: StateAttribute): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#takeOver();
    session.start = this.#startScene(session.setup);
    const value = this.getAttribute(name);
    if (value !== null && !this.#face?.warns(name)) apply(session, name, value, !this.hasAttribute("swivel-deg"));
  }

  #startScene(setup: FigureSetup): Scene {
    for (const name of STATE) this.#face?.warn(name);
    return startScene(setup, (name) => this.getAttribute(name), (...refused) => this.#refuse(...refused));
  }

  #refuse(name: string, value: string, error: unknown): void {
    const values = { name, value, reason: reason(error, this.#language) };
    this.#face?.warn(name, this.#language.say("warn.attribute", values));
  }

  /** The scene that a text of `state` means; a warning, where it means none. */
  #read(text: string, start: Scene): Scene | undefined {
    this.#face?.warn("state");
    try {
      const scene = decode(start, text);
      new Rig(scene).free();
      return scene;
    } catch (error) {
      this.#face?.warn("state", this.#language.say("warn.link", { reason: reason(error, this.#language) }));
      return undefined;
    }
  }

  #setCamera(): void {
    const text = this.getAttribute("camera");
    this.#face?.warn("camera");
    try {
      if (text === null) return;
      for (const picture of this.#pictures) picture.look(...camera(text));
    } catch (error) {
      this.#refuse("camera", text ?? "", error);
    }
  }

  #changed(change: Change): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#announcer?.change(change, session);
    const flip = change.told ? undefined : change.flips[change.flips.length - 1];
    if (flip !== undefined) this.#picture?.showFormer(change.before);
    if (change.edit === "undo" || change.edit === "reset") this.#picture?.hideFormer();
    this.#picture?.frameChain();
    this.#picture?.invalidate();
    this.#update(change);
    this.#tell("zeroplane-change", change.after);
    if (flip !== undefined) this.#tell("zeroplane-flip", { from: change.before, to: change.after, degrees: flip.degrees });
  }

  #update(change?: Change): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#face?.read(session.solution, session.flips, session.canUndo);
    for (const panel of this.#panels) panel.update(session, change);
  }

  #failed(key: Key, error: unknown): void {
    for (const picture of this.#pictures) picture.stopMotion();
    const sentence = this.#language.say(key, { reason: reason(error, this.#language) });
    this.#face?.fail(sentence, () => this.#again(undefined));
  }

  #tell(name: string, detail: Solution | FlipDetail): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Properties set before the element was known would hide its accessors. */
  #adoptProperties(): void {
    const self = this as unknown as Record<string, unknown>;
    for (const name of ["figure", "parentSpace", "swivelDeg", "goal", "startJoint", "turnDeg", "scene", "state", "lit"]) {
      if (!Object.hasOwn(self, name)) continue;
      const value = self[name];
      delete self[name];
      self[name] = value;
    }
  }
}

function free(part: Session | Picture): void {
  try {
    part.free();
  } catch {
    // A module that has stopped can free nothing more.
  }
}

globalThis.customElements?.define("zeroplane-figure", ZeroplaneFigure);

declare global {
  interface HTMLElementTagNameMap {
    "zeroplane-figure": ZeroplaneFigure;
  }
  interface HTMLElementEventMap {
    "zeroplane-change": CustomEvent<Solution>;
    "zeroplane-flip": CustomEvent<FlipDetail>;
  }
}
