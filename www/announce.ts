import type { Key, Language, Values } from "./i18n.ts";
import { turnOfParent, type Change, type Edit, type Session, type Told } from "./session.ts";

/** A turn smaller than this, degrees, is not worth a number. */
const LEAST_TURN = 0.5;

/**
 * Says what happened, in a live region under the picture: read by those who
 * see, spoken to those who do not. Only when something new is to be said: not
 * for every step of a drag.
 */
export class Announcer {
  readonly #region: HTMLElement;
  readonly #language: Language;
  #reach: string | undefined;
  #singular = false;
  /** What the sentence that stands there was about, if it was about something done. */
  #about: Edit | "panel" | undefined;

  constructor(region: HTMLElement, language: Language) {
    this.#region = region;
    this.#language = language;
  }

  say(key: Key, values?: Values): void {
    this.#about = "panel";
    this.#tell(this.#language.say(key, values));
  }

  #tell(sentence: string): void {
    if (this.#region.textContent !== sentence) this.#region.textContent = sentence;
  }

  /** Says what `change` did, if that is news. A sentence that it leaves behind is taken away. */
  change(change: Change, session: Session): void {
    const sentence = this.#sentence(change, session) ?? this.#ofReach(change);
    const left = this.#singular && !change.after.singular && this.#region.textContent === this.#language.say("say.singular");
    this.#reach = change.after.reach;
    this.#singular = change.after.singular;
    if (sentence !== undefined) {
      this.#about = change.edit;
      this.#tell(sentence);
    } else if (left || (this.#about !== undefined && this.#about !== change.edit)) {
      this.#about = undefined;
      this.#tell("");
    }
  }

  #sentence(change: Change, session: Session): string | undefined {
    const { edit, settled, after, still, flips } = change;
    const language = this.#language;
    const say = (key: Key, values: Values = {}): string => language.say(key, {
      swivel: language.degrees(after.swivel_deg),
      turn: language.degrees(change.turn),
      count: session.flips,
      ...values,
    });
    const flip = flips[flips.length - 1];
    switch (edit) {
      case "goal":
        // Told when it happens; at the end of the drag it is no news.
        return flip === undefined || change.told ? undefined : say("say.flip", this.#measures(flip));
      case "swivel":
        return settled ? say("say.swivel") : undefined;
      case "turn": {
        if (!settled) return undefined;
        const angle = language.degrees(turnOfParent(session.scene));
        if (still) return say("say.turn.still", { angle });
        const turn = session.turnWithParent();
        return say(Math.abs(turn) < LEAST_TURN ? "say.turn.moved" : "say.turn.by", { angle, turn: language.degrees(turn) });
      }
      case "space": {
        const space = language.say(`space.of.${session.parentSpace}`);
        const kept = change.before.swivel_deg === after.swivel_deg;
        if (flip !== undefined) return say("say.space.flip", { space });
        if (!still) return say("say.space.moved", { space });
        return say(kept ? "say.space.same" : "say.space.held", { space });
      }
      case "start": {
        const { start } = session.scene.ik;
        if (flip !== undefined) return say("say.start.flip", { start });
        return say(still ? "say.start.still" : "say.start.moved", { start });
      }
      case "assign": {
        const { start, end } = session.scene.ik;
        return say("say.assign", { start, end });
      }
      case "prefer":
        return say(still ? "say.prefer.still" : "say.prefer.moved");
      case "map":
      case "aim":
      case "target":
      case "shape":
        // Their panels say what comes of it.
        return undefined;
      default:
        return say(`say.${edit}`);
    }
  }

  #measures(flip: Told): Values {
    const moved = flip.moved ?? 0;
    return {
      turn: this.#language.degrees(Math.abs(flip.degrees)),
      moved: this.#language.number(moved, moved < 0.01 ? 3 : 2),
    };
  }

  #ofReach({ after }: Change): string | undefined {
    if (this.#reach !== undefined && after.reach !== this.#reach) return this.#language.say(`say.${after.reach}`);
    if (after.singular && !this.#singular) return this.#language.say("say.singular");
    return undefined;
  }
}
