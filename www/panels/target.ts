import { h } from "../dom.ts";
import { farthestJoint, twistOf } from "../session.ts";
import { group, labelled, type Desk, type Panel } from "./panel.ts";

/** The node of the scene that the plane can be aimed at. */
const TARGET = "Target";

/** Whether the plane is aimed at a target, in φ's place. */
export function targetPanel(desk: Desk): Panel {
  const { language } = desk;
  const aim = h("input", { type: "checkbox", "data-does": "target.aim" });
  aim.addEventListener("change", () => {
    desk.takeOver();
    desk.session?.aim(aim.checked ? TARGET : null);
    desk.say(aim.checked ? "say.aim.on" : "say.aim.off");
  });
  return {
    element: group("target", "solver_plane", language.say("target.legend"), labelled(aim, language.say("target.aim"))),
    update: ({ scene }) => {
      aim.checked = scene.ik.vh_target != null;
    },
  };
}

/** How far the chain is from planar: its inner bones turned about themselves, one way and the other. */
export function shapePanel(desk: Desk): Panel {
  const { language } = desk;
  const range = h("input", { type: "range", min: 0, max: 90, step: 1, "aria-label": language.say("shape.range") });
  const value = h("output", { class: "distance" });
  const far = h("output", { class: "far" });
  const off = (): string => language.number(desk.session === undefined ? 0 : farthestJoint(desk.session.solution), 2);
  range.addEventListener("input", () => {
    desk.takeOver();
    desk.session?.twist(range.valueAsNumber, "twist");
  });
  range.addEventListener("change", () => {
    desk.session?.settle();
    if (range.valueAsNumber === 0) desk.say("say.shape.planar");
    else desk.say("say.shape", { far: off() });
  });
  return {
    element: group("shape", "preferred", language.say("shape.legend"), h("div", { class: "angle" }, range, value), far),
    update: ({ scene }) => {
      const twist = twistOf(scene);
      range.value = String(twist);
      value.textContent = `${language.number(twist, 0)}°`;
      far.textContent = language.say("shape.far", { far: off() });
    },
  };
}
