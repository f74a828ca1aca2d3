import { h, unique } from "../dom.ts";
import type { Example } from "../examples.ts";
import { SPACES } from "../settings.ts";
import { group, labelled, type Desk, type Panel } from "./panel.ts";

/** Where the sphere lives: with the start joint, or with the goal. */
export function spacePanel(desk: Desk, { hold: holds, imagined }: Example): Panel {
  const { language } = desk;
  const name = unique("space");
  const hold = h("input", { type: "checkbox", checked: holds === true });
  const radios = SPACES.map((space) => {
    const radio = h("input", { type: "radio", name, value: space });
    radio.addEventListener("change", () => {
      desk.takeOver();
      desk.session?.setParentSpace(space, hold.checked);
    });
    return radio;
  });
  const choices = radios.map((radio, i) => labelled(radio, language.say(`space.${SPACES[i] ?? "ik_goal"}`)));
  const element = group(
    "space",
    "sphere",
    language.say("space.legend"),
    h("div", { class: "choices" }, ...choices),
  );
  if (holds !== undefined) element.append(labelled(hold, language.say("space.hold")));
  const show = h("input", { type: "checkbox", checked: true });
  show.addEventListener("change", () => desk.showImagined(show.checked));
  if (imagined) element.append(labelled(show, language.say("space.imagined")));
  return {
    element,
    reset: () => {
      hold.checked = holds === true;
    },
    update: (session) => {
      const now = session.parentSpace;
      for (const radio of radios) radio.checked = radio.value === now;
      // In the start joint's space there is nothing to imagine.
      show.disabled = now === "start_joint";
    },
  };
}
