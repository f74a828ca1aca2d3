import type { Hands } from "./drag.ts";
import type { Session } from "./session.ts";
import type { Vec3 } from "./wasm.ts";

/** A step of the goal, world units; the fine one with Shift. */
const STEP = 0.05;
const FINE = 0.005;
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
  surface.addEventListener("keydown", (event) => {
    if (press(event, hands)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, { signal });
  for (const type of ["keyup", "blur"] as const) {
    surface.addEventListener(type, () => hands.session?.settle(), { signal });
  }
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
function press(event: KeyboardEvent, hands: Hands): boolean {
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
  const { view } = picture;
  const way = WAYS[event.code];
  const turn = TURNS[event.code];
  if (way !== undefined) {
    hands.takeOver();
    session.moveGoal(view.step(session.rig, way[0], way[1], event.shiftKey ? FINE : STEP), "keys");
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
