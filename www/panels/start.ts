import { h } from "../dom.ts";
import type { Scene } from "../wasm.ts";
import { group, type Desk, type Panel } from "./panel.ts";

/** The start joint: reassigned, which keeps φ, or given with a new solution, which sets φ. */
export function startPanel(desk: Desk): Panel {
  const { language } = desk;
  const now = h("span", { class: "now" });
  const reassign = h("button", { type: "button" });
  const assign = h("button", { type: "button" });
  let target = "";
  let from = "";
  let to = "";
  reassign.addEventListener("click", () => {
    desk.takeOver();
    desk.session?.setStartJoint(target);
  });
  assign.addEventListener("click", () => {
    desk.takeOver();
    desk.session?.assign(from, to);
  });
  const element = group("start", "start_joint", language.say("start.legend"), reassign, assign);
  element.querySelector("legend")?.append(" ", now);
  return {
    element,
    update: (session) => {
      const { scene } = session;
      const { start, end } = scene.ik;
      const second = below(scene, session.start.ik.start, end);
      target = start === second ? session.start.ik.start : second;
      from = second;
      to = end;
      now.textContent = language.say("start.now", { start });
      reassign.textContent = language.say("start.reassign", { start: target });
      assign.textContent = language.say("start.assign", { start: from, end });
    },
  };
}

/** The node next to `start` on the way down to `end`. */
function below(scene: Scene, start: string, end: string): string {
  const parents = new Map(scene.nodes.map((node) => [node.name, node.parent]));
  let node = end;
  for (let above = parents.get(node); above != null && above !== start; above = parents.get(node)) node = above;
  return node;
}
