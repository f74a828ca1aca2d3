import { AngleField } from "./angle.ts";
import { group, type Desk, type Panel } from "./panel.ts";

/** The swivel angle φ. */
export function swivelPanel(desk: Desk): Panel {
  const { language } = desk;
  const field = new AngleField(
    { range: language.say("swivel.range"), number: language.say("swivel.number") },
    (degrees) => {
      desk.takeOver();
      desk.session?.setSwivel(degrees, "swivel");
    },
    () => desk.session?.settle(),
  );
  const element = group("swivel", "swivel", language.say("swivel.legend"), field.element);
  return {
    element,
    update: (session) => {
      // A plane that is aimed at something has no use for an angle.
      element.disabled = session.scene.ik.vh_target != null;
      field.value = session.solution.swivel_deg;
    },
  };
}
