import type { FigureName } from "../element.ts";
import { goalPanel } from "./goal.ts";
import type { Desk, Panel } from "./panel.ts";
import { parentPanel } from "./parent.ts";
import { spacePanel } from "./space.ts";
import { startPanel } from "./start.ts";
import { swivelPanel } from "./swivel.ts";

export type { Desk, Panel } from "./panel.ts";

/** In the order they stand in. */
const PANELS = ["goal", "start", "parent", "space", "swivel"] as const;
export type PanelName = (typeof PANELS)[number];

/** What each example turns, and what all have. */
const OF_FIGURE: Record<FigureName, readonly PanelName[]> = {
  "example-1": ["parent", "space", "swivel"],
  "example-2": ["goal", "space", "swivel"],
  "example-3": ["start", "space", "swivel"],
};

/** The panels named by an attribute such as `goal swivel`, or those the figure has by itself. */
export function panelNames(figure: FigureName, wished: string | null): readonly PanelName[] {
  if (wished === null) return OF_FIGURE[figure];
  const words = wished.split(/[\s,]+/);
  return PANELS.filter((name) => words.includes(name));
}

export function makePanels(desk: Desk, figure: FigureName, names: readonly PanelName[]): Panel[] {
  return names.map((name) => {
    switch (name) {
      case "goal":
        return goalPanel(desk, figure === "example-2");
      case "start":
        return startPanel(desk);
      case "parent":
        return parentPanel(desk);
      case "space":
        // Only in Example 2 do the two spaces differ from the first, and a solution
        // assigned in the other has another φ.
        return spacePanel(desk, { hold: figure === "example-2", imagined: figure !== "example-1" });
      case "swivel":
        return swivelPanel(desk);
    }
  });
}
