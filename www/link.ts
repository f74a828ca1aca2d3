import type { Rotation, Scene, SceneNode } from "./wasm.ts";

/**
 * The state of a figure as a short text, for an address: what differs from the
 * scene it starts with, by the paths of the scene document, such as
 * `ik.parent_space:ik_goal;ik.goal.translation:0.59,0,1.6`. Numbers are exact,
 * so the same address gives the same picture. The text is read as data only:
 * what does not belong to a scene is refused where every scene is checked.
 */
export function encode(start: Scene, scene: Scene): string {
  const was = new Map(leaves(start));
  return leaves(scene)
    .filter(([path, text]) => was.get(path) !== text)
    .map(([path, text]) => `${encodeURIComponent(path)}:${text}`)
    .join(";");
}

/** The scene that `text` makes of `start`. Throws for a path that is no part of a scene. */
export function decode(start: Scene, text: string): Scene {
  const scene = structuredClone(start);
  for (const entry of text.split(";").filter((entry) => entry !== "")) {
    const [path = "", value = ""] = entry.split(/:(.*)/s);
    put(scene, decodeURIComponent(path), value);
  }
  return scene;
}

/** Keys of a node that an edit can change; its name and parent are the scene's own. */
const OF_NODE = ["translation", "rotation"] as const;
const OF_IK = [
  "start", "end", "swivel_deg", "parent_space", "reference_pose", "zero_plane_map",
  "vh_target", "plane_normal", "enabled", "auto_snap", "solver",
] as const;

function leaves(scene: Scene): [string, string][] {
  const { nodes, ik } = scene;
  const list: [string, unknown][] = [
    ...nodes.flatMap((node) => OF_NODE.map((key): [string, unknown] => [`${node.name}.${key}`, node[key]])),
    ...OF_IK.map((key): [string, unknown] => [`ik.${key}`, ik[key]]),
    ["ik.goal.parent", ik.goal.parent],
    ["ik.goal.translation", ik.goal.translation],
    ...Object.entries(ik.preferred ?? {}).map(([name, q]): [string, unknown] => [`ik.preferred.${name}`, q]),
  ];
  return list.filter(([, value]) => value !== undefined).map(([path, value]) => [path, write(value)]);
}

function put(scene: Scene, path: string, text: string): void {
  const value = read(text);
  if (path.startsWith("ik.preferred.")) {
    (scene.ik.preferred ??= {})[path.slice("ik.preferred.".length)] = rotation(value);
  } else if (path === "ik.goal.parent" || path === "ik.goal.translation") {
    Object.assign(scene.ik.goal, { [path.slice("ik.goal.".length)]: value });
  } else if (OF_IK.some((key) => path === `ik.${key}`)) {
    Object.assign(scene.ik, { [path.slice("ik.".length)]: value });
  } else {
    const key = OF_NODE.find((key) => path.endsWith(`.${key}`));
    const node: SceneNode | undefined = scene.nodes.find(({ name }) => path === `${name}.${key ?? ""}`);
    if (key === undefined || node === undefined) throw new Error(`“${path}” is no part of this scene`);
    Object.assign(node, { [key]: key === "rotation" ? rotation(value) : value });
  }
}

/** Numbers as they are, `axis@degrees` for a turn about an axis, words as words, all else as JSON. */
function write(value: unknown): string {
  if (typeof value === "string") return encodeURIComponent(value);
  if (isNumbers(value)) return value.join(",");
  if (typeof value === "object" && value !== null) {
    if ("axis" in value && "angle_deg" in value && isNumbers(value.axis)) return `${value.axis.join(",")}@${String(value.angle_deg)}`;
    return encodeURIComponent(JSON.stringify(value));
  }
  return String(value);
}

const NUMBERS = /^-?\d[-+.,\de]*$/;

function read(text: string): unknown {
  const [axis = "", degrees] = text.split("@");
  if (degrees !== undefined && NUMBERS.test(axis)) return { axis: axis.split(",").map(Number), angle_deg: Number(degrees) };
  if (NUMBERS.test(text)) return text.includes(",") ? text.split(",").map(Number) : Number(text);
  const word = decodeURIComponent(text);
  return word.startsWith("{") || ["true", "false", "null"].includes(word) ? (JSON.parse(word) as unknown) : word;
}

/** Three numbers in a rotation's place are Euler angles. */
function rotation(value: unknown): Rotation {
  return (isNumbers(value) && value.length === 3 ? { euler_xyz_deg: value } : value) as Rotation;
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((x) => typeof x === "number");
}

/** The figures' states in a fragment: `#example-2=ik.swivel_deg:90&example-3=…`. */
export function readFragment(fragment: string): Map<string, string> {
  const states = new Map<string, string>();
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at > 0) states.set(part.slice(0, at), part.slice(at + 1));
  }
  return states;
}

export function writeFragment(states: Map<string, string>): string {
  return [...states].filter(([, state]) => state !== "").map(([id, state]) => `${id}=${state}`).join("&");
}
