import type { Vec3 } from "./wasm.ts";

/** Points on a whole way: fine enough that a solver with memory sees no corners. */
const POINTS = 240;
/** World units between two points of a glide. */
const STEP = 0.04;

/** Open and closed ways past the singular points, by the pose the chain prefers. */
export const WAYS = ["top", "beside", "side", "round"] as const;
export type Way = (typeof WAYS)[number];

/** How far the open ones go, and how high the closed one lies. */
const FAR = (160 * Math.PI) / 180;
const TILT = Math.PI / 12;
const HIGH = Math.PI / 6;

/** Degrees that the EE axis travels on it. */
export function degreesOf(which: Way): number {
  return which === "round" ? 360 * Math.cos(HIGH) : (FAR * 180) / Math.PI;
}

/** A way about `center`, as far from it as `from` is; all but the one around begin there. */
export function way(which: Way, center: Vec3, from: Vec3): Vec3[] {
  const [x, y, z] = from.map((a, i) => a - (center[i] ?? 0)) as Vec3;
  const distance = Math.hypot(x, y, z);
  const azimuth = Math.atan2(y, x);
  const across = azimuth + Math.PI / 2;
  const at = (t: number): Vec3 => {
    const [c, s] = [Math.cos(FAR * t), Math.sin(FAR * t)];
    switch (which) {
      case "top":
        return [c * Math.cos(azimuth), c * Math.sin(azimuth), s];
      case "beside": {
        const out = s * Math.sin(TILT);
        return [c * Math.cos(azimuth) + out * Math.cos(across), c * Math.sin(azimuth) + out * Math.sin(across), s * Math.cos(TILT)];
      }
      case "side":
        return direction(0, azimuth + FAR * t);
      case "round":
        return direction(HIGH, azimuth + 2 * Math.PI * t);
    }
  };
  return Array.from({ length: POINTS + 1 }, (_, i) => at(i / POINTS).map((a, j) => (center[j] ?? 0) + distance * a) as Vec3);
}

/** Closed ways of the EE axis. */
export const LOOPS = ["circle", "triangle"] as const;
export type Loop = (typeof LOOPS)[number];

/** Latitude of the circle, and of the corners of the triangle with three right angles. */
const LATITUDE = { circle: Math.PI / 3, triangle: Math.asin(1 / Math.sqrt(3)) };

/** A closed way about the vertical through `center`, as far from it as `from` is, beginning on its side. */
export function loop(which: Loop, center: Vec3, from: Vec3): Vec3[] {
  const [x, y, z] = from.map((a, i) => a - (center[i] ?? 0)) as Vec3;
  const distance = Math.hypot(x, y, z);
  const azimuth = Math.atan2(y, x);
  const on = (turn: number): Vec3 => direction(LATITUDE[which], azimuth + 2 * Math.PI * turn);
  const corners = which === "triangle" ? 3 : POINTS;
  const way = Array.from({ length: POINTS }, (_, i) => {
    const at = (i / POINTS) * corners;
    const side = Math.floor(at);
    return arc(on(side / corners), on((side + 1) / corners), at - side);
  });
  // It ends where it began, to the bit.
  return [...way, way[0] as Vec3].map((e) => e.map((a, i) => (center[i] ?? 0) + distance * a) as Vec3);
}

/** Unit vector at a latitude and a longitude, about the vertical. */
function direction(latitude: number, longitude: number): Vec3 {
  const level = Math.cos(latitude);
  return [level * Math.cos(longitude), level * Math.sin(longitude), Math.sin(latitude)];
}

/** On the great circle from `a` to `b`, at `t` of its length. */
function arc(a: Vec3, b: Vec3, t: number): Vec3 {
  const angle = Math.acos(Math.min(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]));
  if (angle === 0 || t === 0) return a;
  const [p, q] = [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)];
  return a.map((x, i) => p * x + q * (b[i] ?? 0)) as Vec3;
}

/** From `a` to `b`, world, on the great circle about `center`, the distance changing evenly; `a` is left out. */
export function glide(center: Vec3, a: Vec3, b: Vec3): Vec3[] {
  const from = a.map((x, i) => x - (center[i] ?? 0)) as Vec3;
  const to = b.map((x, i) => x - (center[i] ?? 0)) as Vec3;
  const [r, s] = [Math.hypot(...from), Math.hypot(...to)];
  const steps = Math.ceil(Math.hypot(...a.map((x, i) => x - (b[i] ?? 0))) / STEP);
  const way = Array.from({ length: steps }, (_, i) => {
    const t = (i + 1) / steps;
    const e = arc(from.map((x) => x / r) as Vec3, to.map((x) => x / s) as Vec3, t);
    return e.map((x, j) => (center[j] ?? 0) + (r + (s - r) * t) * x) as Vec3;
  });
  // It ends there, to the bit.
  return steps === 0 ? [] : [...way.slice(0, -1), b];
}
