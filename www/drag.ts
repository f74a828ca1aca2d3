import { FINGER, type Picture } from "./picture.ts";
import type { Session } from "./session.ts";
import type { Handle, Vec3 } from "./wasm.ts";

/** What the pointer and the keys work on, as far as it is there. */
export interface Hands {
  readonly session: Session | undefined;
  readonly picture: Picture | undefined;
  /** What can be taken hold of. */
  readonly handles: readonly Handle[];
  /** Stops what moves by itself: the reader has taken over. */
  takeOver(): void;
  reset(): void;
  /** Says which handle the keys move from now on. */
  choose(handle: Handle): void;
  /** Shows or hides the list of keys. */
  help(): void;
}

/** How much a turn of the wheel zooms, per pixel. */
const WHEEL = 0.002;
/** Pixels of a wheel that counts in lines. */
const LINE = 16;

type Doing =
  | { what: "handle"; handle: Handle; pointer: number }
  | { what: "orbit"; pointer: number; x: number; y: number; upright: boolean }
  | { what: "pinch"; distance: number };

/**
 * The pointer on the picture: on a handle it drags, beside it orbits, two
 * fingers or the wheel with a modifier zoom. A finger that sweeps up or down
 * beside it scrolls the page; the wheel alone does as well.
 */
export function watchPointer(surface: HTMLElement, hands: Hands, signal: AbortSignal): void {
  const touches = new Map<number, [number, number]>();
  let doing: Doing | undefined;

  const end = (): void => {
    if (doing?.what === "handle") hands.session?.settle();
    doing = undefined;
    delete surface.dataset.drags;
  };

  const begin = (event: PointerEvent): void => {
    const { session, picture } = hands;
    if (event.button !== 0 || session === undefined || picture === undefined) return;
    hands.takeOver();
    const [x, y] = picture.place(event);
    tell(event, x, y);
    if (event.pointerType === "touch") {
      touches.set(event.pointerId, [x, y]);
      if (touches.size === 2) {
        end();
        doing = { what: "pinch", distance: distance(touches) };
        return;
      }
    }
    if (doing !== undefined) return;
    surface.setPointerCapture(event.pointerId);
    const handle = picture.view.pick(session.rig, x, y, event.pointerType === "touch");
    if (handle !== undefined) {
      picture.view.beginDrag(session.rig, handle, x, y);
      doing = { what: "handle", handle, pointer: event.pointerId };
    } else {
      doing = { what: "orbit", pointer: event.pointerId, x, y, upright: event.pointerType === "touch" };
    }
    surface.dataset.drags = doing.what;
  };

  const move = (event: PointerEvent): void => {
    const { session, picture } = hands;
    if (session === undefined || picture === undefined) return;
    const [x, y] = picture.place(event);
    tell(event, x, y);
    if (touches.has(event.pointerId)) touches.set(event.pointerId, [x, y]);
    if (doing === undefined) {
      surface.dataset.over = picture.view.pick(session.rig, x, y, false) ?? "";
    } else if (doing.what === "pinch") {
      const now = distance(touches);
      if (doing.distance > 0 && now > 0) picture.zoom(now / doing.distance);
      doing.distance = now;
    } else if (doing.pointer !== event.pointerId) {
      return;
    } else if (doing.what === "handle") {
      session.carry(doing.handle, picture.view.dragTo(x, y).map(neat) as Vec3, "drag");
    } else {
      picture.orbit(x - doing.x, doing.upright ? 0 : y - doing.y);
      doing.x = x;
      doing.y = y;
    }
  };

  const letGo = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    if (doing?.what === "pinch" || (doing !== undefined && doing.pointer === event.pointerId)) end();
  };

  /** What is told of a place stays after the finger has left it: only then it can be read. */
  const tell = (event: PointerEvent, x: number, y: number): void => {
    hands.picture?.point({ x, y, above: event.pointerType === "touch" ? FINGER : 0 });
  };

  surface.addEventListener("pointerdown", begin, { signal });
  surface.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") hands.picture?.point();
  }, { signal });
  surface.addEventListener("pointermove", move, { signal });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
    surface.addEventListener(type, letGo, { signal });
  }
  // Comes after `pointerdown`, and is the last moment to keep the page from scrolling.
  surface.addEventListener("touchstart", (event) => {
    if (doing?.what === "handle" || doing?.what === "pinch") event.preventDefault();
  }, { signal, passive: false });
  surface.addEventListener("wheel", (event) => {
    if (!(event.ctrlKey || event.metaKey) || hands.picture === undefined) return;
    event.preventDefault();
    hands.picture.zoom(Math.exp(-event.deltaY * (event.deltaMode === 0 ? 1 : LINE) * WHEEL));
  }, { signal, passive: false });
}

/** A hand is not finer than this: numbers that can be read, and written into an address. */
function neat(coordinate: number): number {
  return Math.round(coordinate * 1e4) / 1e4;
}

function distance(touches: Map<number, [number, number]>): number {
  const [a, b] = [...touches.values()];
  return a === undefined || b === undefined ? 0 : Math.hypot(a[0] - b[0], a[1] - b[1]);
}
