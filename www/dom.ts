type Attributes = Record<string, string | number | boolean | undefined>;

/**
 * An element with attributes and children. Text goes in as text, never as
 * markup; `true` sets an attribute without a value, `false` leaves it out.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

let count = 0;

/** An id for a label to point at. Shadow roots have ids of their own; this is for radio groups too. */
export function unique(stem: string): string {
  return `${stem}-${(count += 1)}`;
}
