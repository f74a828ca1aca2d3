import { calm, type Picture } from "./picture.ts";
import { turnOfParent, twistOf, type Outcome, type Session } from "./session.ts";
import { planeTurn, type Vec3, type ZeroPlaneMap } from "./wasm.ts";

/**
 * What a text or a question makes a figure do, as the reader could: a line such
 * as `reset; space ik_goal | turn 40`. Steps stand between semicolons, in order.
 * Those before the bar get things ready, at once; those after it are played, and
 * measured.
 *
 * - `reset`: back to the start
 * - `space start_joint|ik_goal [hold]`: the swivel parent space; with `hold` as a new solution would
 * - `goal x y z …`: the goal straight to a point (world), and on to the next
 * - `slide d`: the goal along the EE axis, to that distance from the start joint
 * - `swivel d`, `turn d`, `twist d`: φ, the angle of A, the twist of the inner bones; degrees
 * - `start joint`, `assign start end`: another start joint, another solution
 * - `prefer`: the pose as it is becomes the preferred pose
 * - `map default|parallel_transport`, `map pole_vector x y z`, `map zeros x y z x y z`
 * - `press name`: a control of the figure, by what it does (`loop.run`); what it plays is waited for
 */
export interface Actor {
  readonly session: Session;
  /** The session and those beside it. */
  readonly company: readonly Session[];
  readonly picture: Picture | undefined;
  /** Where the controls are. */
  readonly controls: ParentNode;
  takeOver(): void;
  reset(): void;
}

/** World units, and degrees, in a second. */
const SPEED = { way: 0.9, angle: 70 };
/** However short the way, it takes this long, in milliseconds; however long, no longer. */
const SHORTEST = 600;
const LONGEST = 5000;

type Words = [verb: string, ...rest: string[]];

/** Plays `line` and tells what came of it. A reader who acts on the figure ends it. */
export async function play(actor: Actor, line: string): Promise<Outcome> {
  const [first = "", second] = line.split("|");
  const [ready, played] = second === undefined ? ["", first] : [first, second];
  actor.takeOver();
  for (const step of steps(ready)) await run(actor, step, false);
  const { session, company } = actor;
  session.settle();
  const before = company.map(({ solution }) => solution);
  let still = true;
  const flips = session.flips;
  const leave = session.subscribe((change) => {
    still &&= change.still;
  });
  try {
    for (const step of steps(played)) {
      if (!(await run(actor, step, true))) break;
    }
  } finally {
    session.settle();
    leave();
  }
  const turns = company.map(({ solution }, i) => planeTurn(before[i] ?? solution, solution));
  const { solution: after } = session;
  return { before: before[0] ?? after, after, turn: turns[0] ?? 0, flips: session.flips - flips, still, turns };
}

function steps(text: string): Words[] {
  return text.split(";").map((step) => step.trim()).filter((step) => step !== "").map((step) => step.split(/\s+/) as Words);
}

/** Does one step; whether it came to its end. */
async function run(actor: Actor, [verb, ...words]: Words, moving: boolean): Promise<boolean> {
  const { session } = actor;
  const [word = "", other = ""] = words;
  const angle = Number(word);
  switch (verb) {
    case "reset":
      actor.reset();
      return true;
    case "space":
      session.setParentSpace(word === "ik_goal" ? "ik_goal" : "start_joint", other === "hold");
      return true;
    case "start":
      session.setStartJoint(word);
      return true;
    case "assign":
      session.assign(word, other);
      return true;
    case "prefer":
      session.prefer();
      return true;
    case "map":
      session.setMap(map(word, words.slice(1).map(Number)));
      return true;
    case "press":
      return press(actor, word);
    case "goal":
      for (const point of triples(words.map(Number))) {
        if (!(await carry(actor, point, moving))) return false;
      }
      return true;
    case "slide": {
      const { sphere, ee_axis } = session.solution;
      return carry(actor, sphere.center.map((x, i) => x + angle * (ee_axis[i] ?? 0)) as Vec3, moving);
    }
    case "swivel":
      return sweep(actor, session.solution.swivel_deg, angle, moving, (degrees) => session.setSwivel(degrees, "deed"));
    case "turn":
      return sweep(actor, turnOfParent(session.scene), angle, moving, (degrees) => session.turnParent(degrees, "deed"));
    case "twist":
      return sweep(actor, twistOf(session.scene), angle, moving, (degrees) => session.twist(degrees, "deed"));
    default:
      throw new Error(`“${verb}” is nothing that a figure can be made to do`);
  }
}

function map(kind: string, numbers: number[]): ZeroPlaneMap {
  const [p = [0, 0, 1] as Vec3, q = p] = triples(numbers);
  switch (kind) {
    case "pole_vector":
      return { kind, direction: p };
    case "zeros":
      return { kind, p, q };
    case "parallel_transport":
      return { kind };
    default:
      return { kind: "default" };
  }
}

function triples(numbers: number[]): Vec3[] {
  return Array.from({ length: Math.floor(numbers.length / 3) }, (_, i) => numbers.slice(3 * i, 3 * i + 3) as Vec3);
}

/** Takes the goal straight to a point of the world. */
function carry(actor: Actor, to: Vec3, moving: boolean): Promise<boolean> {
  const { session } = actor;
  const from = session.scene.ik.goal.translation;
  const far = Math.hypot(...from.map((x, i) => (to[i] ?? 0) - x));
  return tween(actor, moving ? (1000 * far) / SPEED.way : 0, (t) => {
    session.moveGoal(t === 1 ? to : (from.map((x, i) => x + ((to[i] ?? 0) - x) * t) as Vec3), "deed");
  });
}

function sweep(actor: Actor, from: number, to: number, moving: boolean, set: (degrees: number) => void): Promise<boolean> {
  return tween(actor, moving ? (1000 * Math.abs(to - from)) / SPEED.angle : 0, (t) => set(t === 1 ? to : from + (to - from) * t));
}

/** Calls `at` from 0 to 1, slow at both ends; at once where nothing is to be seen moving. */
async function tween({ session, picture }: Actor, ms: number, at: (t: number) => void): Promise<boolean> {
  if (picture === undefined || ms === 0 || calm()) {
    at(1);
    session.settle();
    return true;
  }
  const whole = Math.min(LONGEST, Math.max(SHORTEST, ms));
  let done = false;
  picture.animate((elapsed) => {
    const t = Math.min(1, elapsed / whole);
    done = t === 1;
    at(t * t * (3 - 2 * t));
    return !done;
  });
  await picture.stands();
  session.settle();
  return done;
}

/** Presses what does `name`: a button, a choice or a tick. */
async function press({ controls, picture }: Actor, name: string): Promise<boolean> {
  const control = controls.querySelector<HTMLButtonElement | HTMLInputElement>(`[data-does="${CSS.escape(name)}"]`);
  if (control === null) throw new Error(`there is no “${name}” to press in this figure`);
  control.click();
  await picture?.stands();
  return true;
}
