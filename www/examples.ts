import type { Handle, Layers, Solver, Vec3 } from "./wasm.ts";

/** What can be turned, in the order it stands in. */
export const PANELS = ["goal", "start", "parent", "space", "swivel", "loop", "map", "way", "rules", "axis", "target", "shape"] as const;
export type PanelName = (typeof PANELS)[number];

/** What can be dragged, if nothing else is said. */
export const HANDLES: readonly Handle[] = ["goal"];

/** Numbers of the solution, in the order they stand in. */
export const READINGS = ["reach", "swivel", "latitude", "rate", "flips"] as const;
export type Reading = (typeof READINGS)[number];

/** What the page adds to an example of the solver's. */
export interface Example {
  /** What can be turned in it. */
  panels: readonly PanelName[];
  /** Whether choosing a parent space sets φ so that the chain stays, until the reader says otherwise; none: it never does. */
  hold?: boolean;
  /** Whether it has a chain that only the imagination sees. */
  imagined: boolean;
  /** Where the goal is at the start, if not where the scene has it. */
  goal?: Vec3;
  /** Where the goal gets to, or the sphere, as the example is played: to be in the picture from the start. */
  farthest?: Vec3;
  /** Solvers that do the same beside it, each with a picture of its own. */
  beside?: readonly Solver[];
  /** What can be dragged, and moved by keys; the first is what the keys begin with. */
  handles?: readonly Handle[];
  /** What of the picture is drawn, where that is not as usual. */
  layers?: Layers;
  /** The most arrows of the field, if not the view's own number. */
  arrows?: number;
  /** Whether the singular points show their indices. */
  indices?: boolean;
  /** Whether the controls stand beside the picture, where there is room. */
  broad?: boolean;
  /** The numbers under the picture, if not all. */
  readings?: readonly Reading[];
}

export const EXAMPLES = {
  "example-1": { panels: ["parent", "space", "swivel"], imagined: false },
  // Here alone the two spaces differ from the first: a solution assigned in the other has another φ.
  "example-2": { panels: ["goal", "space", "swivel"], hold: true, imagined: true, farthest: [0.6, 0, 1.8] },
  "example-3": { panels: ["start", "space", "swivel"], hold: false, imagined: true, farthest: [0.5, 0, 2.2] },
  history: {
    panels: ["loop"], imagined: false, beside: ["tracking", "ccd"], readings: ["reach", "latitude", "flips"],
    // On the circle, in the chain's preferred distance.
    goal: [0.8187, 0.2096, 1.4637], farthest: [0, 0, 1.67],
  },
  maps: {
    panels: ["map", "way"], imagined: false, broad: true,
    handles: ["goal", "zero_p", "zero_q"], indices: true, layers: { shading: true }, arrows: 1000, farthest: [0, 0, 1.67],
  },
  sphere: {
    panels: ["rules", "axis"], imagined: false, readings: ["latitude", "rate", "flips"],
    handles: ["axis"], layers: { chain: false, shading: true }, arrows: 1000,
  },
  swivel: {
    panels: ["swivel", "target", "shape"], imagined: false,
    handles: ["goal", "vh_target"], layers: { residuals: true },
  },
} as const satisfies Record<string, Example>;

export type ExampleName = keyof typeof EXAMPLES;

export const EXAMPLE_NAMES = Object.keys(EXAMPLES) as ExampleName[];
