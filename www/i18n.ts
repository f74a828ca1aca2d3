import en from "./i18n/en.json";

/** Every sentence of a figure, aria labels included. Another language has the same keys. */
export type Messages = Record<Key, string>;
export type Key = keyof typeof en;
export type Values = Record<string, string | number>;

/** Further languages, fetched when a figure first asks for them. */
const loaders: Record<string, () => Promise<{ default: Messages }>> = {};

const loaded = new Map<string, Messages>([["en", en]]);

/** How a figure speaks. */
export class Language {
  readonly tag: string;
  readonly #messages: Messages;
  readonly #formats = new Map<number, Intl.NumberFormat>();

  constructor(tag: string, messages: Messages) {
    this.tag = tag;
    this.#messages = messages;
  }

  /** The sentence of that key, with `{name}` filled in. */
  say(key: Key, values: Values = {}): string {
    return this.#messages[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }

  /** A number with that many decimals, its minus a minus. */
  number(value: number, decimals: number): string {
    let format = this.#formats.get(decimals);
    if (format === undefined) {
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: "negative" } as const;
      try {
        format = new Intl.NumberFormat(this.tag, digits);
      } catch {
        // A page may say of itself a language that is none.
        format = new Intl.NumberFormat("en", digits);
      }
      this.#formats.set(decimals, format);
    }
    return format.format(value).replace("-", "\u2212");
  }

  /** A whole number with its sign. */
  signed(value: number): string {
    return `${value > 0 ? "+" : ""}${this.number(value, 0)}`;
  }

  /** Degrees, to a tenth where it is not whole. */
  degrees(value: number): string {
    return `${this.number(value, Math.abs(value - Math.round(value)) < 0.05 ? 0 : 1)}°`;
  }
}

/** The language for a tag such as `en-GB`, as far as it is here: at once, English else. */
export function language(tag: string): Language {
  const known = loaded.get(base(tag));
  return known === undefined ? new Language("en", en) : new Language(tag, known);
}

/** Fetches the language for a tag, if there is one to fetch; whether it is new. */
export async function fetchLanguage(tag: string): Promise<boolean> {
  const name = base(tag);
  const loader = loaders[name];
  if (loader === undefined || loaded.has(name)) return false;
  loaded.set(name, (await loader()).default);
  return true;
}

function base(tag: string): string {
  return tag.toLowerCase().split("-", 1)[0] ?? "";
}
