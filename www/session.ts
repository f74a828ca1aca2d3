import {
  type FigureSetup,
  type Flip,
  type Handle,
  type ParentSpace,
  planeTurn,
  Rig,
  type Rotation,
  type Scene,
  type Solution,
  solve,
  type Vec3,
  type ZeroPlaneMap,
} from "./wasm.ts";

/** What an edit changed. */
export type Edit = "goal" | "swivel" | "turn" | "space" | "start" | "assign" | "map" | "aim" | "target" | "shape" | "prefer" | "undo" | "reset" | "scene";

/** A flip as it is told: the plane's turn and how far the goal went for it. */
export interface Told {
  degrees: number;
  /** World units; none where the goal stood still. */
  moved?: number;
}

/** One edit, or a whole gesture once it has come to its end. */
export interface Change {
  edit: Edit;
  /** Whether this is the end: a single edit is its own, a drag ends when let go. */
  settled: boolean;
  before: Solution;
  after: Solution;
  /** Turn of the plane from before to after, degrees, against parallel transport. */
  turn: number;
  /** Flips in this edit, or in the whole gesture. */
  flips: Told[];
  /** Whether the flips were told before: this is the end of the gesture they happened in. */
  told: boolean;
  /** Whether no joint has moved. */
  still: boolean;
}

/** What came of a deed that was played, from the steps after its bar (`deeds.ts`). */
export interface Outcome {
  before: Solution;
  after: Solution;
  /** The plane's turn from before to after, against parallel transport, degrees. */
  turn: number;
  flips: number;
  /** Whether no joint ever moved. */
  still: boolean;
  /** The turns of the planes of those that stand side by side, degrees. */
  turns: number[];
}

/** The object of Example 1 that the chain hangs from. */
export const PARENT = "A";

interface Moment {
  /** With what its solver remembers. */
  rig: Rig;
  flips: number;
}

interface Gesture {
  edit: Edit;
  token: string;
  before: Solution;
  flips: Told[];
  still: boolean;
}

/** A turn that is called a flip where no way of the goal leads there. */
const LEAST_FLIP = 45;
/** Joints nearer than this (in world units, per unit of distance from the origin) are where they were. */
const STILL = 1e-9;
/** How many steps can be undone. */
const DEPTH = 200;

/**
 * The state of one figure: its rig, the way back, the flips counted. Every edit
 * of every panel comes through here, so that a change is measured in one place.
 */
export class Session {
  readonly setup: FigureSetup;
  #rig: Rig;
  #solution: Solution;
  /** The scene that reset goes back to. */
  start: Scene;
  #flips = 0;
  #past: Moment[] = [];
  #gesture: Gesture | undefined;
  #axis: Vec3 | undefined;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #fail: (error: unknown) => void;

  /** `start` is the scene that reset goes back to; `scene`, if given, is shown first. */
  constructor(setup: FigureSetup, start: Scene, fail: (error: unknown) => void, scene?: Scene) {
    this.setup = setup;
    this.#fail = fail;
    this.start = start;
    this.#rig = new Rig(scene ?? start);
    this.#solution = this.#rig.solution();
  }

  /** To draw and to pick with. To edit it past the session would leave the page behind. */
  get rig(): Rig {
    return this.#rig;
  }

  get solution(): Solution {
    return this.#solution;
  }

  get scene(): Scene {
    return this.#rig.scene();
  }

  get parentSpace(): ParentSpace {
    return this.scene.ik.parent_space ?? "start_joint";
  }

  /** Flips since the start. */
  get flips(): number {
    return this.#flips;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Calls `listener` after every change, until the returned function is called. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Moves the goal, world. Moves with one `token` are one gesture until `settle()`. */
  moveGoal(to: Vec3, token?: string): void {
    let flips: Flip[] = [];
    this.#apply("goal", token, (rig) => {
      flips = rig.moveGoal(to);
    }, () => flips.map((flip) => ({ degrees: flip.turn_deg, moved: flip.goal_moved })));
  }

  setSwivel(degrees: number, token?: string): void {
    this.#apply("swivel", token, (rig) => rig.setSwivel(degrees));
  }

  /** Turns A to `degrees` about the EE axis of the pose that the example starts with. */
  turnParent(degrees: number, token?: string): void {
    this.#axis ??= solve(this.setup.scene).ee_axis;
    const rotation: Rotation = { axis: this.#axis, angle_deg: degrees };
    this.#apply("turn", token, (rig) => rig.setNodeRotation(PARENT, rotation));
  }

  /**
   * How far the plane is turned from where it were with A at 0° and all else as it is;
   * degrees, in the turn that is nearest to A's own angle.
   */
  turnWithParent(): number {
    const angle = turnOfParent(this.scene);
    const rig = this.#rig.clone();
    try {
      rig.setNodeRotation(PARENT, { axis: [1, 0, 0], angle_deg: 0 });
      const turn = planeTurn(rig.solution(), this.#solution);
      return turn + 360 * Math.round((angle - turn) / 360);
    } finally {
      rig.free();
    }
  }

  /**
   * Chooses where the sphere lives. The edit alone keeps φ, and the plane may
   * turn; with `hold`, φ is set as a new solution would set it: nothing moves.
   */
  setParentSpace(space: ParentSpace, hold: boolean): void {
    this.#apply("space", undefined, (rig) => (hold ? rig.holdInSpace(space) : rig.setParentSpace(space)), jumped);
  }

  setStartJoint(name: string): void {
    this.#apply("start", undefined, (rig) => rig.setStartJoint(name), jumped);
  }

  assign(start: string, end: string): void {
    this.#apply("assign", undefined, (rig) => rig.assign(start, end));
  }

  /** Makes the pose as it is the preferred one. The sphere moves with it, so the plane may turn. */
  prefer(): void {
    this.#apply("prefer", undefined, (rig) => rig.setPreferredAngles(), jumped);
  }

  get map(): ZeroPlaneMap {
    return this.scene.ik.zero_plane_map ?? { kind: "default" };
  }

  /** Chooses the zero-plane map; false for one that cannot be: with a zero at a₀. */
  setMap(map: ZeroPlaneMap, token?: string): boolean {
    const trial = this.#rig.clone();
    try {
      trial.setZeroPlaneMap(map);
      trial.solution();
    } catch {
      return false;
    } finally {
      trial.free();
    }
    this.#apply("map", token, (rig) => rig.setZeroPlaneMap(map));
    return true;
  }

  /** Aims the plane at a node, or goes back to φ. */
  aim(target: string | null): void {
    this.#apply("aim", undefined, (rig) => rig.setVhTarget(target));
  }

  /** Moves the node that the plane is aimed at, world. */
  moveTarget(to: Vec3, token?: string): void {
    const target = this.scene.ik.vh_target;
    if (target != null) this.#apply("target", token, (rig) => rig.moveNode(target, to));
  }

  /**
   * Turns the preferred rotations of two inner joints about their own bones, one
   * by `degrees` and the next back: another chain, so another document.
   */
  twist(degrees: number, token?: string): void {
    this.#apply("shape", token, (rig) => {
      this.#rig = new Rig(twisted(rig.scene(), degrees));
      rig.free();
    });
  }

  /** Puts a handle where its drag or step says: the goal, the target, or a zero of the map. */
  carry(handle: Handle, to: Vec3, token: string): void {
    switch (handle) {
      case "goal":
      case "axis":
        return this.moveGoal(to, token);
      case "vh_target":
        return this.moveTarget(to, token);
      default: {
        const moved = withZero(this.map, handle, to);
        if (moved !== undefined) this.setMap(moved, token);
      }
    }
  }

  /** Shows another scene; can be undone like any edit. */
  show(scene: Scene): void {
    this.#replace("scene", () => new Rig(scene), this.#flips);
  }

  /** Takes the last edit or gesture back. */
  undo(): void {
    this.settle();
    const moment = this.#past.pop();
    if (moment !== undefined) this.#replace("undo", () => moment.rig, moment.flips);
  }

  /** Goes back to the start. */
  reset(): void {
    this.settle();
    this.#replace("reset", () => new Rig(this.start), 0);
  }

  /** Ends the gesture that is going on: it is measured as a whole and undone as one. */
  settle(): void {
    const gesture = this.#gesture;
    this.#gesture = undefined;
    if (gesture === undefined) return;
    const { edit, before, flips, still } = gesture;
    this.#tell({ edit, settled: true, told: true, before, flips, still });
  }

  free(): void {
    this.#listeners.clear();
    for (const { rig } of this.#past) rig.free();
    this.#rig.free();
  }

  #apply(edit: Edit, token: string | undefined, change: (rig: Rig) => void, flipsOf: (turn: number) => Told[] = none): void {
    const going = this.#gesture;
    const goesOn = token !== undefined && going?.token === token && going.edit === edit;
    if (!goesOn) this.settle();
    try {
      const before = this.#solution;
      const moment = goesOn ? undefined : this.#moment();
      try {
        change(this.#rig);
      } catch (error) {
        moment?.rig.free();
        throw error;
      }
      this.#solution = this.#rig.solution();
      if (moment !== undefined) this.#remember(moment);
      const turn = planeTurn(before, this.#solution);
      const flips = flipsOf(turn);
      const still = samePose(before, this.#solution);
      this.#flips += flips.length;
      if (token !== undefined) {
        const gesture = (this.#gesture ??= { edit, token, before, flips: [], still: true });
        gesture.flips.push(...flips);
        gesture.still &&= still;
      }
      this.#tell({ edit, settled: token === undefined, told: false, before, flips, still, turn });
    } catch (error) {
      this.#fail(error);
    }
  }

  #replace(edit: Edit, make: () => Rig, flips: number): void {
    try {
      const before = this.#solution;
      const rig = make();
      if (edit !== "undo") this.#remember(this.#moment());
      this.#rig.free();
      this.#rig = rig;
      this.#solution = rig.solution();
      this.#flips = flips;
      this.#tell({ edit, settled: true, told: false, before, flips: [], still: samePose(before, this.#solution) });
    } catch (error) {
      this.#fail(error);
    }
  }

  #moment(): Moment {
    return { rig: this.#rig.clone(), flips: this.#flips };
  }

  #remember(moment: Moment): void {
    this.#past.push(moment);
    if (this.#past.length > DEPTH) this.#past.shift()?.rig.free();
  }

  #tell(change: Omit<Change, "after" | "turn"> & { turn?: number }): void {
    const after = this.#solution;
    const told: Change = { turn: planeTurn(change.before, after), ...change, after };
    for (const listener of this.#listeners) listener(told);
  }
}

/** The angle of A as the document has it: it is written there as it was set. */
export function turnOfParent(scene: Scene): number {
  const rotation = scene.nodes.find((node) => node.name === PARENT)?.rotation;
  return rotation !== undefined && "angle_deg" in rotation ? rotation.angle_deg : 0;
}

/** The joints that are twisted, and which way. */
const TWISTED = [["Bone02", 1], ["Bone03", -1]] as const;

function twisted(scene: Scene, degrees: number): Scene {
  for (const [name, sign] of TWISTED) {
    const node = scene.nodes.find((node) => node.name === name);
    const rotation = node?.rotation;
    if (node === undefined || rotation === undefined || !("euler_xyz_deg" in rotation)) continue;
    // X comes first of the three, and the bone lies along it.
    const [, y, z] = rotation.euler_xyz_deg;
    node.rotation = { euler_xyz_deg: [sign * degrees, y, z] };
    scene.ik.preferred = { ...scene.ik.preferred, [name]: node.rotation };
  }
  return scene;
}

/** How far the inner joints are twisted, as the document has it. */
export function twistOf(scene: Scene): number {
  const rotation = scene.nodes.find((node) => node.name === TWISTED[0][0])?.rotation;
  return rotation !== undefined && "euler_xyz_deg" in rotation ? rotation.euler_xyz_deg[0] : 0;
}

/** How far the joint that is farthest from the solver plane is from it. */
export function farthestJoint({ joints, sphere, solver_plane_normal: n }: Solution): number {
  const off = joints.map(({ position }) => Math.abs(position.reduce((sum, x, i) => sum + (x - sphere.center[i]!) * n[i]!, 0)));
  return Math.max(...off);
}

/** The map with one of its zeros moved; none where it has none to move. */
function withZero(map: ZeroPlaneMap, handle: "zero_p" | "zero_q", to: Vec3): ZeroPlaneMap | undefined {
  const isP = handle === "zero_p";
  if (map.kind === "zeros") return isP ? { ...map, p: to } : { ...map, q: to };
  if (map.kind === "pole_vector") return { ...map, direction: isP ? to : (to.map((x) => -x + 0) as Vec3) };
  return undefined;
}

function none(): Told[] {
  return [];
}

function jumped(turn: number): Told[] {
  return Math.abs(turn) >= LEAST_FLIP ? [{ degrees: turn }] : [];
}

/** Whether every joint that both solutions have is where it was. */
function samePose(a: Solution, b: Solution): boolean {
  const places = new Map(a.joints.map((joint) => [joint.name, joint.position]));
  return b.joints.every(({ name, position }) => {
    const was = places.get(name);
    return was === undefined || position.every((x, i) => Math.abs(x - (was[i] ?? NaN)) <= STILL * (1 + Math.abs(x)));
  });
}
