import { h } from "../dom.ts";
import type { Key } from "../i18n.ts";
import { calm } from "../picture.ts";
import type { Vec3 } from "../wasm.ts";
import { group, type Desk, type Panel } from "./panel.ts";

/** Milliseconds that the normals take from the equator to the poles. */
const CARRIED = 2600;

/** The two rules of the default map, played one after the other. */
export function rulesPanel(desk: Desk): Panel {
  const { language } = desk;
  const button = (key: Key, press: () => void): HTMLButtonElement => {
    const element = h("button", { type: "button", "data-does": key }, language.say(key));
    element.addEventListener("click", () => {
      desk.takeOver();
      press();
    });
    return element;
  };
  const ruleA = button("rules.a", () => {
    desk.picture?.setField("equator", 0);
    desk.say("say.rules.a");
  });
  const ruleB = button("rules.b", () => {
    const { picture } = desk;
    const arrive = (): void => {
      picture?.setField("meridians", 1);
      desk.say("say.rules.b");
    };
    if (picture === undefined || calm()) {
      arrive();
      return;
    }
    picture.animate((elapsed) => {
      if (elapsed >= CARRIED) {
        arrive();
        return false;
      }
      picture.setField("meridians", elapsed / CARRIED);
      return true;
    });
  });
  const all = button("rules.all", () => {
    desk.picture?.setField("all", 1);
    desk.say("say.rules.all");
  });
  return {
    element: group("rules", "field", language.say("rules.legend"), h("div", { class: "row" }, ruleA, ruleB, all)),
    update: (_session, change) => {
      if (change?.edit === "reset") desk.picture?.setField("all", 1);
    },
  };
}

/** How far the goal is along the EE axis, and that nothing comes of it; the scale of the shading. */
export function axisPanel(desk: Desk): Panel {
  const { language } = desk;
  const range = h("input", { type: "range", min: 0.3, max: 2.1, step: 0.01, "aria-label": language.say("axis.range") });
  range.addEventListener("input", () => {
    desk.takeOver();
    const { session } = desk;
    if (session === undefined) return;
    const { sphere, ee_axis } = session.solution;
    session.moveGoal(sphere.center.map((x, i) => x + range.valueAsNumber * (ee_axis[i] ?? 0)) as Vec3, "slide");
  });
  range.addEventListener("change", () => {
    desk.session?.settle();
    desk.say("say.slid");
  });
  const distance = h("output", { class: "distance" });
  const rate = h("output", { class: "rate" });
  const scale = h("span", { class: "scale", "aria-hidden": "true" }, "0 ", h("span", { class: "bar" }), " 15");
  return {
    element: h(
      "div",
      { class: "panel axis" },
      group("slide", "ee_axis", language.say("axis.legend"), h("div", { class: "angle" }, range, distance)),
      group("shade", "singular", language.say("shade.legend"), h("div", { class: "row" }, scale, rate)),
    ),
    update: ({ solution, scene }) => {
      const { center } = solution.sphere;
      const far = Math.hypot(...scene.ik.goal.translation.map((x, i) => x - (center[i] ?? 0)));
      range.value = String(far);
      distance.textContent = language.number(far, 2);
      rate.textContent = language.say("shade.here", {
        rate: solution.turn_rate === null ? "∞" : language.number(solution.turn_rate, 2),
      });
    },
  };
}
