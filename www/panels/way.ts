import { h, unique } from "../dom.ts";
import { calm } from "../picture.ts";
import type { Line, Plot } from "../plot.ts";
import type { Vec3, Walked } from "../wasm.ts";
import { degreesOf, glide, way, WAYS, type Way } from "../ways.ts";
import { group, labelled, type Desk, type Panel } from "./panel.ts";

/** Points of the way that are passed in a second. */
const SPEED = 55;
/** One gesture, undone as one. */
const TOKEN = "way";

/** A way of the goal, and how the plane turns on it under this map and under the default one. */
export function wayPanel(desk: Desk, signal: AbortSignal): Panel {
  const { language } = desk;
  const name = unique("way");
  let which: Way = "top";
  let points: Vec3[] = [];
  /** The same under the default map. */
  let plain: Walked | undefined;
  let plot: Plot | undefined;
  let asked = false;
  let known = "";

  const choices = WAYS.map((each) => {
    const radio = h("input", { type: "radio", name, value: each, checked: each === which, "data-does": `way.${each}` });
    radio.addEventListener("change", () => {
      desk.takeOver();
      which = each;
      plain = undefined;
      measure();
      tell();
    });
    return labelled(radio, language.say(`way.${each}`));
  });
  const run = h("button", { type: "button", "data-does": "way.run" }, language.say("way.run"));
  run.addEventListener("click", () => lead());
  const flips = h("output", { class: "flips" });
  const chosen = h("span", { class: "line chosen" }, language.say("way.chosen"));
  const compared = h("span", { class: "line compared" }, language.say("way.default"));
  const box = h("div", { class: "plot", role: "img" });
  const element = group(
    "way",
    "goal",
    language.say("way.legend"),
    h("div", { class: "choices" }, ...choices),
    h("div", { class: "row" }, run, flips),
    box,
    h("p", { class: "lines" }, chosen, " ", compared),
  );

  // The plot, and what draws it, is fetched when it is nearly in sight.
  const near = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting !== true || asked) return;
    asked = true;
    near.disconnect();
    import("../plot.ts").then(({ Plot }) => {
      if (signal.aborted) return;
      plot = new Plot(box, {
        x: language.say("way.x"),
        y: language.say("way.y"),
        format: (value) => `${language.number(value, 0)}°`,
      });
      signal.addEventListener("abort", () => plot?.free());
      measure();
    }, () => {
      // Without a network there is no plot; the numbers are there.
      box.hidden = true;
    });
  }, { rootMargin: "60%" });
  near.observe(box);
  signal.addEventListener("abort", () => near.disconnect());

  let walked: Walked | undefined;

  function measure(): void {
    const { session, pictures } = desk;
    if (session === undefined) return;
    const { sphere } = session.solution;
    points = way(which, sphere.center, session.start.ik.goal.translation);
    for (const picture of pictures) picture.setTrail(points);
    walked = session.rig.walk(points);
    if (plain === undefined) {
      const rig = session.rig.clone();
      rig.setZeroPlaneMap({ kind: "default" });
      plain = rig.walk(points);
      rig.free();
    }
    flips.textContent = language.say("way.flips", { chosen: walked.flips.length, default: plain.flips.length });
    const total = ({ turns_deg: list }: Walked): string => `${language.number(list[list.length - 1] ?? 0, 0)}°`;
    box.setAttribute("aria-label", language.say("way.plot", { chosen: total(walked), default: total(plain) }));
    const step = degreesOf(which) / (points.length - 1);
    const lines: Line[] = [
      { name: language.say("way.chosen"), values: walked.turns_deg, like: chosen },
      { name: language.say("way.default"), values: plain.turns_deg, like: compared },
    ];
    plot?.show(points.map((_, i) => i * step), lines);
  }

  function tell(): void {
    const count = walked?.flips.length ?? 0;
    desk.say(count === 0 ? "say.way.none" : count === 1 ? "say.way.one" : "say.way.more", { count });
  }

  function lead(): void {
    desk.takeOver();
    const { session, picture } = desk;
    if (session === undefined) return;
    const { center } = session.solution.sphere;
    const there = glide(center, session.scene.ik.goal.translation, points[0] as Vec3);
    const whole = [...there, ...points.slice(1)];
    let passed = 0;
    const pass = (until: number): boolean => {
      for (; passed < Math.min(until, whole.length); passed += 1) session.moveGoal(whole[passed] as Vec3, TOKEN);
      const done = passed >= whole.length;
      plot?.mark(done ? undefined : (Math.max(0, passed - there.length) * degreesOf(which)) / (points.length - 1));
      if (!done) return true;
      session.settle();
      tell();
      return false;
    };
    if (picture === undefined || calm()) pass(whole.length);
    else picture.animate((elapsed) => pass(1 + Math.floor((elapsed * SPEED) / 1000)));
  }

  return {
    element,
    update: (session, change) => {
      const state = JSON.stringify([session.map, session.start.ik.goal.translation]);
      if (state !== known) {
        known = state;
        measure();
      }
      if (change?.edit === "map" && change.settled) tell();
      if (change !== undefined && change.edit !== "goal") plot?.mark(undefined);
    },
    repaint: () => plot?.repaint(),
  };
}
