import { h } from "../dom.ts";
import { calm, type Motion } from "../picture.ts";
import type { Session } from "../session.ts";
import type { Vec3 } from "../wasm.ts";
import { NumberField } from "./number.ts";
import { group, type Desk, type Panel } from "./panel.ts";

/** Both ends of a way over the pole of Example 2, which stands on x = 0.6. */
const LEFT: Vec3 = [0.1, 0, 1.6];
const RIGHT: Vec3 = [1.1, 0, 1.6];
const MIDDLE = 0.6;
/** Milliseconds to get to the one end, and from there to the other. */
const THERE = 700;
const ACROSS = 2200;
/** One gesture, undone as one. */
const TOKEN = "carry";

/** Where the goal is; with `carry`, a button that carries it over the pole of Example 2. */
export function goalPanel(desk: Desk, carry: boolean): Panel {
  const { language } = desk;
  let goal: Vec3 = [0, 0, 0];
  const fields = (["x", "y", "z"] as const).map((axis, i) => {
    const field = new NumberField(
      language.say(`goal.${axis}`),
      (value) => {
        desk.takeOver();
        desk.session?.moveGoal(goal.map((old, j) => (j === i ? value : old)) as Vec3, "goal");
      },
      () => desk.session?.settle(),
    );
    return field;
  });
  const row = h("div", { class: "numbers" }, ...fields.map((field) => field.element));
  const element = group("goal", "goal", language.say("goal.legend"), row);
  if (carry) {
    const button = h("button", { type: "button", "data-does": "goal.carry" }, language.say("goal.carry"));
    button.addEventListener("click", () => carryOver(desk));
    element.append(button);
  }
  return {
    element,
    update: (session) => {
      const { parent, translation } = session.scene.ik.goal;
      // The fields are the world's; a goal that hangs from something is only dragged.
      row.hidden = parent != null;
      goal = translation;
      fields.forEach((field, i) => {
        field.value = goal[i] ?? 0;
      });
    },
  };
}

function carryOver(desk: Desk): void {
  desk.takeOver();
  const { session, picture } = desk;
  if (session === undefined) return;
  const from = session.scene.ik.goal.translation;
  const [first, last] = from[0] > MIDDLE ? [RIGHT, LEFT] : [LEFT, RIGHT];
  const before = session.flips;
  const arrive = (): void => {
    session.settle();
    if (session.flips === before) desk.say("say.carried");
  };
  if (picture === undefined || calm()) {
    session.moveGoal(first, TOKEN);
    session.moveGoal(last, TOKEN);
    arrive();
    return;
  }
  picture.animate(way(session, from, first, last, arrive));
}

function way(session: Session, from: Vec3, first: Vec3, last: Vec3, arrive: () => void): Motion {
  return (elapsed) => {
    const there = elapsed - THERE;
    session.moveGoal(there < 0 ? between(from, first, elapsed / THERE) : between(first, last, there / ACROSS), TOKEN);
    if (there < ACROSS) return true;
    arrive();
    return false;
  };
}

/** On the way from `a` to `b`, slow at both ends. */
function between(a: Vec3, b: Vec3, t: number): Vec3 {
  const s = Math.min(1, Math.max(0, t));
  const eased = s * s * (3 - 2 * s);
  return s === 1 ? b : (a.map((x, i) => x + (b[i]! - x) * eased) as Vec3);
}
