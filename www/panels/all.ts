import { PANELS, type Example, type PanelName } from "../examples.ts";
import { goalPanel } from "./goal.ts";
import { loopPanel } from "./loop.ts";
import { mapPanel } from "./map.ts";
import type { Desk, Panel } from "./panel.ts";
import { parentPanel } from "./parent.ts";
import { axisPanel, rulesPanel } from "./rules.ts";
import { spacePanel } from "./space.ts";
import { startPanel } from "./start.ts";
import { shapePanel, targetPanel } from "./target.ts";
import { swivelPanel } from "./swivel.ts";
import { wayPanel } from "./way.ts";

export type { Desk, Panel } from "./panel.ts";

/** The panels named by an attribute such as `goal swivel`. */
export function panelNames(wished: string): readonly PanelName[] {
  const words = wished.split(/[\s,]+/);
  return PANELS.filter((name) => words.includes(name));
}

export function makePanels(desk: Desk, example: Example, names: readonly PanelName[], signal: AbortSignal): Panel[] {
  return names.map((name) => {
    switch (name) {
      case "goal":
        // Only where the goal has its panel by itself is there a pole on its way.
        return goalPanel(desk, example.panels.includes("goal"));
      case "loop":
        return loopPanel(desk);
      case "map":
        return mapPanel(desk);
      case "way":
        return wayPanel(desk, signal);
      case "rules":
        return rulesPanel(desk);
      case "axis":
        return axisPanel(desk);
      case "target":
        return targetPanel(desk);
      case "shape":
        return shapePanel(desk);
      case "start":
        return startPanel(desk);
      case "parent":
        return parentPanel(desk);
      case "space":
        return spacePanel(desk, example);
      case "swivel":
        return swivelPanel(desk);
    }
  });
}
