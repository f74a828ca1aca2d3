import { h, unique } from "../dom.ts";
import { calm, type Picture } from "../picture.ts";
import { planeTurn, type Vec3 } from "../wasm.ts";
import { glide, loop, LOOPS, type Loop } from "../ways.ts";
import { group, labelled, type Desk, type Panel } from "./panel.ts";

/** Points of the way that are passed in a second. */
const SPEED = 70;
/** One gesture, undone as one. */
const TOKEN = "loop";

/** Leads the goal round a closed way, and tells how far each solver's plane came home turned. */
export function loopPanel(desk: Desk): Panel {
  const { language } = desk;
  const name = unique("loop");
  let which: Loop = "circle";
  /** How often it went round, and the turns of all the rounds, for each solver. */
  let rounds = 0;
  let totals: number[] = [];

  const choices = LOOPS.map((each) => {
    const radio = h("input", { type: "radio", name, value: each, checked: each === which, "data-does": `loop.${each}` });
    radio.addEventListener("change", () => {
      desk.takeOver();
      which = each;
    });
    return labelled(radio, language.say(`loop.${each}`));
  });
  const button = h("button", { type: "button", "data-does": "loop.run" }, language.say("loop.run"));
  button.addEventListener("click", () => run());
  const enclosed = h("output", { class: "enclosed" });
  const element = group(
    "loop",
    "goal",
    language.say("loop.legend"),
    h("div", { class: "choices" }, ...choices),
    h("div", { class: "row" }, button, enclosed),
  );
  const degrees = (value: number): string => `${language.number(Math.abs(value), 1)}°`;

  function forget(): void {
    rounds = 0;
    totals = [];
    enclosed.replaceChildren();
    for (const caption of desk.captions) caption.textContent = "";
    for (const picture of desk.pictures) picture.setTrail(undefined);
  }

  function run(): void {
    desk.takeOver();
    const { session, company, pictures } = desk;
    if (session === undefined) return;
    const { center } = session.solution.sphere;
    const way = loop(which, center, session.start.ik.goal.translation);
    const begin = way[0] as Vec3;
    const lead = glide(center, session.scene.ik.goal.translation, begin);
    const whole = [...lead, ...way.slice(1)];
    for (const picture of pictures) picture.setTrail(way);
    let before = company.map(({ solution }) => solution);
    let passed = 0;
    const pass = (until: number): boolean => {
      while (passed < Math.min(until, whole.length)) {
        session.moveGoal(whole[passed] as Vec3, TOKEN);
        passed += 1;
        if (passed === lead.length) before = company.map(({ solution }) => solution);
      }
      if (passed < whole.length) return true;
      session.settle();
      arrive(company.map(({ solution }, i) => planeTurn(before[i] ?? solution, solution)), session.rig.walk(way).solid_angle_deg);
      return false;
    };
    const seen: Picture | undefined = pictures.find((picture) => picture.onScreen);
    if (seen === undefined || calm()) pass(whole.length);
    else seen.animate((elapsed) => pass(1 + Math.floor((elapsed * SPEED) / 1000)));
  }

  function arrive(turns: number[], solidAngle: number): void {
    rounds += 1;
    totals = turns.map((turn, i) => turn + (totals[i] ?? 0));
    turns.forEach((turn, i) => {
      const total = rounds > 1 ? language.say("loop.total", { total: degrees(totals[i] ?? 0), rounds }) : "";
      desk.captions[i]?.replaceChildren(
        ...emphasised(language.say("loop.home"), degrees(turn)),
        ...(total === "" ? [] : [" ", total]),
      );
    });
    enclosed.replaceChildren(...emphasised(language.say("loop.enclosed"), degrees(solidAngle)));
    const [hi = 0, tracking = 0, ccd = 0] = turns.map(degrees);
    desk.say("say.loop", { angle: degrees(solidAngle), hi, tracking, ccd });
  }

  return {
    element,
    update: (_session, change) => {
      if (change !== undefined && change.edit !== "goal") forget();
    },
  };
}

/** A sentence with its number set off. */
function emphasised(sentence: string, value: string): (Node | string)[] {
  const [before = "", after = ""] = sentence.split("{value}");
  return [before, h("b", {}, value), after];
}
