import type { Key, Language, Values } from "./i18n.ts";
import { PARENT, Session } from "./session.ts";
import type { FigureSetup, ParentSpace, Scene, Vec3 } from "./wasm.ts";

/** Attributes that say with what state a figure starts, in the order they are applied. */
export const STATE = ["turn-deg", "start-joint", "parent-space", "swivel-deg", "goal"] as const;
export type StateAttribute = (typeof STATE)[number];

/** The two places where the sphere can live. */
export const SPACES: readonly ParentSpace[] = ["start_joint", "ik_goal"];

export function isState(name: string): name is StateAttribute {
  return (STATE as readonly string[]).includes(name);
}

/** A value that cannot be used, as a sentence's key. */
class Refused extends Error {
  readonly key: Key;
  readonly values: Values;

  constructor(key: Key, values: Values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** The reason of any error, in the figure's language where it is ours. */
export function reason(error: unknown, language: Language): string {
  if (error instanceof Refused) return language.say(error.key, error.values);
  return error instanceof Error ? error.message : String(error);
}

/**
 * The scene a figure starts with: the example's, edited as its attributes say.
 * An attribute that cannot be used is passed to `warn`, and its default stays.
 */
export function startScene(
  setup: FigureSetup,
  attribute: (name: StateAttribute) => string | null,
  warn: (name: StateAttribute, value: string, error: unknown) => void,
): Scene {
  const session = new Session(setup, setup.scene, (error) => {
    throw error;
  });
  try {
    for (const name of STATE) {
      const value = attribute(name);
      try {
        if (value !== null) apply(session, name, value, attribute("swivel-deg") === null);
      } catch (error) {
        warn(name, value ?? "", error);
      }
    }
    return session.scene;
  } finally {
    session.free();
  }
}

/** Does what the attribute says. With `hold`, a space is chosen as at assigning: φ makes up for it. */
export function apply(session: Session, name: StateAttribute, value: string, hold: boolean): void {
  switch (name) {
    case "turn-deg":
      if (!session.scene.nodes.some((node) => node.name === PARENT)) throw new Refused("warn.node");
      return session.turnParent(number(value));
    case "start-joint":
      return session.setStartJoint(value);
    case "parent-space":
      return session.setParentSpace(space(value), hold);
    case "swivel-deg":
      return session.setSwivel(number(value));
    case "goal":
      return session.moveGoal(numbers(value, 3, "warn.vector") as Vec3);
  }
}

/** Azimuth and elevation, degrees. */
export function camera(text: string): [number, number] {
  return numbers(text, 2, "warn.camera") as [number, number];
}

function number(text: string): number {
  return numbers(text, 1, "warn.number")[0] as number;
}

function numbers(text: string, count: number, key: Key): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const values = words.map(Number);
  if (values.length !== count || !values.every(Number.isFinite)) throw new Refused(key);
  return values;
}

function space(text: string): ParentSpace {
  const found = SPACES.find((space) => space === text);
  if (found === undefined) throw new Refused("warn.choice", { known: SPACES.join(", ") });
  return found;
}
