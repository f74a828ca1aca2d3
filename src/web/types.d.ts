// The types of what `src/web.rs` exports. Written by hand, included in the
// generated module, checked by `tsc` against every use in `www/` and `tests/`.

/** Numbers of one space, always said which; the world is Z-up, right-handed. */
export type Vec3 = [number, number, number];

/** A rotation: unit quaternion `[x, y, z, w]`; Euler degrees about the fixed
 * parent axes X, then Y, then Z; or an axis and degrees about it. */
export type Rotation =
  | [number, number, number, number]
  | { euler_xyz_deg: Vec3 }
  | { axis: Vec3; angle_deg: number };

/** The space the zero-plane sphere lives in. */
export type ParentSpace = "start_joint" | "ik_goal";
export type Solver = "hi" | "tracking" | "ccd";
export type ReferencePose = "preferred" | "start_joint_zeroed";
export type Reach = "reached" | "too_far" | "too_near";

/** Directions in the numbers of `a0` and `n0`. */
export type ZeroPlaneMap =
  | { kind: "default" }
  | { kind: "pole_vector"; direction: Vec3 }
  | { kind: "zeros"; p: Vec3; q: Vec3 }
  | { kind: "parallel_transport" };

export interface SceneNode {
  name: string;
  parent?: string | null;
  translation?: Vec3;
  rotation?: Rotation;
  /** `|x| = |y| = |z|`: uniform, mirrored or not. */
  scale?: Vec3;
}

/** The scene document, version 1. */
export interface Scene {
  zeroplane: 1;
  nodes: SceneNode[];
  ik: {
    start: string;
    end: string;
    goal: { parent?: string | null; translation: Vec3 };
    preferred?: Record<string, Rotation>;
    swivel_deg?: number;
    parent_space?: ParentSpace;
    reference_pose?: ReferencePose;
    zero_plane_map?: ZeroPlaneMap;
    vh_target?: string | null;
    plane_normal?: Vec3 | null;
    enabled?: boolean;
    auto_snap?: boolean;
    solver?: Solver;
  };
}

export interface SolvedJoint {
  name: string;
  /** Local, unit quaternion `[x, y, z, w]`. */
  rotation: [number, number, number, number];
  /** World. */
  position: Vec3;
}

/** Everything in the world's numbers, joints from the start joint to the EE. */
export interface Solution {
  reach: Reach;
  joints: SolvedJoint[];
  end_effector: Vec3;
  ee_axis: Vec3;
  zero_plane_normal: Vec3;
  solver_plane_normal: Vec3;
  /** `n0`: normal of the equator's plane, which is the zero plane's normal along the equator;
   * `a0`: where the zero meridian crosses it. */
  sphere: { center: Vec3; n0: Vec3; a0: Vec3; latitude_deg: number; longitude_deg: number };
  swivel_deg: number;
  /** The EE axis is on a singular point of the map; with a VH target, along that. */
  singular: boolean;
  /** Radians the zero plane turns per radian the EE axis travels; `null` at a singular point.
   * With a VH target, too, though the solver plane does not follow the zero plane then. */
  turn_rate: number | null;
}

/** A jump of the solver plane on the way of the goal. */
export interface Flip {
  /** Signed turn of the plane about the EE axis against parallel transport, degrees. */
  turn_deg: number;
  /** How far the goal travelled while it happened, world units. */
  goal_moved: number;
  /** Where the goal was, world. */
  at: Vec3;
}

/** What a solver did while the goal was led along a way. */
export interface Walked {
  /** For each point: the solver plane's turn about the EE axis against parallel transport, summed up, degrees. */
  turns_deg: number[];
  /** Solid angle that the EE axis enclosed, degrees (180/π times steradians). */
  solid_angle_deg: number;
  /** The flips on it, from point to point straight. */
  flips: Flip[];
}

/** A singular point of the zero-plane map. */
export interface SingularPoint {
  /** World direction from the start joint, unit. */
  at: Vec3;
  /** Turns of the field on a small way round it; all indices of a map add up to 2. */
  index: number;
}

/** The zero plane for some EE axis. */
export interface ZeroPlane {
  /** World, unit. */
  normal: Vec3;
  /** Radians per radian; `null` (infinite) at a singular point. */
  turn_rate: number | null;
}

/** What every failure throws. */
export interface ZeroplaneError extends Error {
  /** Stable, e.g. `unknown_node`. */
  code: string;
  /** Where, e.g. `ik.goal.parent`; empty where there is no place to point at. */
  path: string;
}

/** How a figure is first looked at. */
export interface FigureSetup {
  scene: Scene;
  /** Degrees: azimuth about Z from −Y (the front), elevation above the horizon. */
  camera: { azimuth_deg: number; elevation_deg: number };
  /** World normal of the plane the goal is dragged in; `null`: the plane of the view. */
  drag_plane: Vec3 | null;
  /** Whether the chain of the preferred pose, as the sphere's frame sees it, is drawn. */
  imagined: boolean;
}

/** Which parts of the picture are drawn. All on by default. */
export interface Layers {
  sphere?: boolean;
  field?: boolean;
  solver_plane?: boolean;
  zero_plane?: boolean;
  imagined?: boolean;
  swivel?: boolean;
}

/** Ideas that a term in the text or a control can light up in the picture. */
export type Idea =
  | "goal" | "ee_axis" | "solver_plane" | "zero_plane" | "field" | "sphere"
  | "singular" | "parent" | "imagined" | "start_joint" | "swivel" | "preferred";

/** A label to be put over the canvas: CSS pixels from its top left corner. */
export interface Label {
  /** Key of its text: an idea, `n0`, `e`, `former` for the pose before a flip, or `node` with
   * `name`. */
  id: string;
  /** The idea whose colour it has, or `node`. */
  idea: string;
  name?: string;
  x: number;
  y: number;
  /** False where the point lies behind the viewer or outside the canvas. */
  visible: boolean;
}

/** The text of a label begins (`left`) or ends (`right`) at its point, at half its height. */
export interface Label {
  align: "left" | "right";
}

/** A crank-slider, in the plane: the crank turns about the origin, the slide axis runs along x. */
export interface Crank {
  /** Length, > 0. */
  crank: number;
  /** Length, > 0. */
  rod: number;
  /** Height of the slide axis over the crank's centre; 0 if absent. */
  offset?: number;
}

/** The mechanism at a crank angle, counted from the slide's direction. */
export interface CrankSlide {
  /** Where the slider stands along its axis, from the foot of the crank's centre. */
  slide: number;
  /** Positive where the crank pin is above the slide axis. */
  rod_angle_deg: number;
  /** Length per radian (not per degree); `null` (infinite) at a limit of what the rod reaches. */
  d_slide: number | null;
  /** Length per radian²; `null` (infinite) at a limit. */
  d2_slide: number | null;
}

/** How the slider moves, per unit of time; `null` (infinite) at a limit. */
export interface CrankRates {
  velocity: number | null;
  acceleration: number | null;
}

/** What a crank-slider can do. */
export interface CrankLimits {
  /** Crank angles at which the rod reaches: [-180, 180], or one or two ranges; whole turns may be added. */
  ranges_deg: [number, number][];
  /** Where the slider can stand, [least, most], for each of them. */
  slide_ranges: [number, number][];
  /** How far it travels, in the range of the outer dead centre. */
  stroke: number;
  /** Crank and rod in one line. */
  outer_dead_centre_deg: number;
  /** The rod folded over the crank; `null` where it cannot be. */
  inner_dead_centre_deg: number | null;
}

/** How the slider is led from key to key: straight lines, or cubic Hermite with finite-difference tangents. */
export type Interpolation = "linear" | "smooth";

/** Driven keys, and how far they are from the exact slide. */
export interface DrivenKeys {
  /** Ascending. */
  keys_deg: number[];
  /** Largest |driven slide − exact slide|; exact, not sampled. */
  max_error: number;
  /** The crank angle where it is met. */
  at_deg: number;
  /** 361 points from the first key to the last; `error` is driven − exact. */
  samples: { angle_deg: number; driven: number; error: number }[];
}

/** A program that the exact relation can be written for. */
export type CrankDialect =
  | "max" | "maya" | "maya_nodes" | "blender" | "houdini" | "unity" | "godot";

/** Off unless asked for: `shading` paints the turn rate on the sphere, from the ground's
 * colour to that of the singular points, even in OKLab, at log2(1 + rate) / 4 of the way
 * (a rate of 0, 1, 3, 7, 15 at 0, 25, 50, 75, 100 %; a legend is the CSS gradient
 * `linear-gradient(in oklab, ground, singular)`); `residuals` draws from each inner joint the
 * perpendicular to the solver plane. `chain: false` leaves out the chain and its planes: the
 * sphere fills the figure. */
export interface Layers {
  chain?: boolean;
  shading?: boolean;
  residuals?: boolean;
}

/** What can be dragged. On the sphere: `axis`, where the EE axis pierces it, and the zeros of
 * a map of kind `zeros`; for `pole_vector` `zero_p` is its direction, `zero_q` the opposite. */
export type Handle = "goal" | "axis" | "zero_p" | "zero_q" | "vh_target";

/** All of the field, the equator's normals, or these carried along the meridians. */
export type FieldStage = "all" | "equator" | "meridians";

/** Labels of singular points (`id` is `singular`) carry their index. */
export interface Label {
  index?: number;
}
