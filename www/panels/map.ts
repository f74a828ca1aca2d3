import { h, unique } from "../dom.ts";
import type { Key } from "../i18n.ts";
import type { Session } from "../session.ts";
import type { Vec3, ZeroPlaneMap } from "../wasm.ts";
import { group, labelled, type Desk, type Panel } from "./panel.ts";

const KINDS = ["default", "pole_vector", "zeros", "parallel_transport"] as const;

/** The zero-plane map: chosen, and what its singular points come to. */
export function mapPanel(desk: Desk): Panel {
  const { language } = desk;
  const name = unique("map");
  const radios = KINDS.map((kind) => {
    const radio = h("input", { type: "radio", name, value: kind });
    radio.addEventListener("change", () => {
      desk.takeOver();
      const { session } = desk;
      if (session !== undefined) session.setMap(mapOf(kind, session));
    });
    return radio;
  });
  const indices = h("output", { class: "indices" });
  const element = group(
    "map",
    "field",
    language.say("map.legend"),
    h("div", { class: "choices" }, ...radios.map((radio, i) => labelled(radio, language.say(`map.${KINDS[i] ?? "default"}`)))),
    indices,
  );
  let known = "";
  return {
    element,
    update: (session) => {
      const { map } = session;
      const { kind } = map;
      if (known === JSON.stringify(map)) return;
      known = JSON.stringify(map);
      for (const radio of radios) radio.checked = radio.value === kind;
      const found = session.rig.singularPoints().map(({ index }) => index);
      const sum = found.reduce((all, index) => all + index, 0);
      const key: Key = found.length === 1 ? "map.index" : "map.indices";
      indices.textContent = language.say(key, {
        indices: found.map((index) => language.signed(index)).join(", "),
        sum,
      });
    },
  };
}

/** The map of that kind that is nearest to the one in force: where it can be the same, it is. */
function mapOf(kind: (typeof KINDS)[number], session: Session): ZeroPlaneMap {
  const { map } = session;
  const { n0, a0 } = session.solution.sphere;
  switch (kind) {
    case "pole_vector":
      // Where the elbow points in the preferred pose, as such a vector is put.
      return map.kind === "zeros" ? { kind, direction: map.p } : { kind, direction: cross(n0, a0) };
    case "zeros":
      switch (map.kind) {
        case "zeros":
          return map;
        case "pole_vector":
          return { kind, p: map.direction, q: minus(map.direction) };
        case "parallel_transport":
          return { kind, p: minus(a0), q: minus(a0) };
        case "default":
          return { kind, p: n0, q: minus(n0) };
      }
    default:
      return { kind };
  }
}

function minus(a: Vec3): Vec3 {
  return a.map((x) => -x + 0) as Vec3;
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]].map((x) => x + 0) as Vec3;
}
