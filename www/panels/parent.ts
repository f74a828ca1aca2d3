import { turnOfParent } from "../session.ts";
import { AngleField } from "./angle.ts";
import { group, type Desk, type Panel } from "./panel.ts";

/** The angle of A, about the EE axis of the pose the example starts with. */
export function parentPanel(desk: Desk): Panel {
  const { language } = desk;
  const field = new AngleField(
    { range: language.say("parent.range"), number: language.say("parent.number") },
    (degrees) => {
      desk.takeOver();
      desk.session?.turnParent(degrees, "turn");
    },
    () => desk.session?.settle(),
  );
  return {
    element: group("parent", "parent", language.say("parent.legend"), field.element),
    update: (session) => {
      field.value = turnOfParent(session.scene);
    },
  };
}
