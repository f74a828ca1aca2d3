import type { Hands } from "./drag.ts";
import type { Session } from "./session.ts";
import type { Handle, Vec3 } from "./wasm.ts";

/** A step of the goal, world units; the fine one with Shift. */
const STEP = 0.05;
const FINE = 0.005;
/** The same of what lies on the sphere, degrees. */
const STEP_DEG = 3;
const FINE_DEG = 0.3;
/** What a key turns the view by, as pixels of a drag, and zooms by. */
const ORBIT = 24;
const ZOOM = 1.15;
/** Far out and near in along the EE axis, beyond what a chain reaches. */
const FAR = 1e3;
const NEAR = 1e-6;
/** How far inside its reach that end is, so that rounding leaves it reached. */
const INSIDE = 1e-9;

/** Keys that move the goal: right, up. Letters by their place, so that they lie together everywhere. */
const WAYS: Record<string, [number, number]> = {
  ArrowRight: [1, 0], KeyD: [1, 0],
  ArrowLeft: [-1, 0], KeyA: [-1, 0],
  ArrowUp: [0, 1], KeyW: [0, 1],
  ArrowDown: [0, -1], KeyS: [0, -1],
};

/** Keys that turn the view: as the pointer would. */
const TURNS: Record<string, [number, number]> = { KeyQ: [-1, 0], KeyE: [1, 0], KeyR: [0, 1], KeyF: [0, -1] };

/**
 * Everything the pointer does, by keys, while the picture has the focus. Tab is
 * left alone, and so is all that the browser or a screen reader has taken.
 */
export function watchKeys(surface: HTMLElement, hands: Hands, signal: AbortSignal): void {
  const held: Held = { at: 0 };
  surface.addEventListener("keydown", (event) => {
    if (press(event, hands, held)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, { signal });
  for (const type of ["keyup", "blur"] as const) {
    surface.addEventListener(type, () => hands.session?.settle(), { signal });
  }
}

/** Which of the handles the keys move. */
interface Held {
  at: number;
}

/** The next handle that is there. */
function next({ handles, picture, session }: Hands, held: Held): Handle | undefined {
  for (let i = 1; i <= handles.length; i += 1) {
    const at = (held.at + i) % handles.length;
    const handle = handles[at];
    if (handle === undefined || session === undefined || picture?.view.stepHandle(session.rig, handle, 0, 0, 0) === undefined) continue;
    held.at = at;
    return handle;
  }
  return undefined;
}

/** Where the chain ends when the goal is pulled in or pushed out along the EE axis, beyond its reach. */
function endOfReach(session: Session, distance: number): Vec3 {
  const { sphere, ee_axis } = session.solution;
  const rig = session.rig.clone();
  try {
    rig.setGoal(along(sphere.center, ee_axis, distance));
    const end = rig.solution().end_effector;
    return along(end, ee_axis, distance === FAR ? -INSIDE : INSIDE);
  } finally {
    rig.free();
  }
}

function along(from: Vec3, way: Vec3, distance: number): Vec3 {
  return from.map((x, i) => x + distance * (way[i] ?? 0)) as Vec3;
}

/** Does what the key says; whether it says anything. */
function press(event: KeyboardEvent, hands: Hands, held: Held): boolean {
  const { session, picture } = hands;
  if (session === undefined || event.isComposing) return false;
  if (event.altKey) {
    if (event.code !== "KeyR" || event.ctrlKey || event.metaKey) return false;
    hands.reset();
    return true;
  }
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== "z" || event.shiftKey) return false;
    hands.takeOver();
    session.undo();
    return true;
  }
  if (event.key === "?") {
    hands.help();
    return true;
  }
  if (picture === undefined) return false;
  const way = WAYS[event.code];
  const turn = TURNS[event.code];
  if (way !== undefined) {
    hands.takeOver();
    move(way, event.shiftKey, hands, held);
  } else if (event.code === "KeyN" && hands.handles.length > 1) {
    const handle = next(hands, held);
    if (handle !== undefined) hands.choose(handle);
  } else if (event.key === "Home" || event.key === "End") {
    hands.takeOver();
    session.moveGoal(endOfReach(session, event.key === "End" ? FAR : NEAR), "keys");
  } else if (turn !== undefined && !event.shiftKey) {
    picture.orbit(turn[0] * ORBIT, turn[1] * ORBIT);
  } else if (event.key === "+" || event.key === "=") {
    picture.zoom(ZOOM);
  } else if (event.key === "-") {
    picture.zoom(1 / ZOOM);
  } else if (event.key === "0") {
    picture.resetCamera();
  } else {
    return false;
  }
  picture.invalidate();
  return true;
}

/** A step of the handle that is held; of the next one, where that is gone. */
function move([right, up]: [number, number], fine: boolean, hands: Hands, held: Held): void {
  const { session, picture, handles } = hands;
  if (session === undefined || picture === undefined) return;
  const step = (handle: Handle | undefined): Vec3 | undefined => {
    if (handle === undefined) return undefined;
    const far = handle === "goal" || handle === "vh_target";
    const size = far ? (fine ? FINE : STEP) : fine ? FINE_DEG : STEP_DEG;
    return picture.view.stepHandle(session.rig, handle, right, up, size);
  };
  let handle = handles[held.at];
  let to = step(handle);
  if (to === undefined) {
    handle = next(hands, held);
    to = step(handle);
  }
  if (handle !== undefined && to !== undefined) session.carry(handle, to, "keys");
}
