import { readFileSync } from "node:fs";
import { expect, Figure, open, test } from "./support.ts";

for (const width of [320, 390, 768, 1280]) {
  test(`nothing sticks out at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const out = await page.$$eval("zeroplane-figure", (figures) => figures.flatMap((figure) => {
      const right = figure.getBoundingClientRect().right;
      const inside = [...(figure.shadowRoot?.querySelectorAll("button, input, label, p, canvas, .labels span:not([hidden])") ?? [])];
      return inside.filter((part) => part.getBoundingClientRect().right > right + 1).map((part) => part.outerHTML);
    }));
    expect(out).toEqual([]);
  });
}

test("a term lights up what it names, in the figure of its section", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-1");
  const term = page.locator("#parent-turns .term", { hasText: /^sphere$/ });
  await term.scrollIntoViewIfNeeded();
  await figure.rest();
  const plain = await figure.pixels();
  await term.hover();
  expect(await figure.get((f) => f.lit)).toBe("sphere");
  await figure.rest();
  expect((await figure.pixels()).sum).not.toBe(plain.sum);
  await page.mouse.move(2, 2);
  expect(await figure.get((f) => f.lit)).toBeUndefined();
  await term.focus();
  expect(await figure.get((f) => f.lit)).toBe("sphere");
});

test("every term names an idea that has a colour, and every section has its figure", async ({ page }) => {
  await open(page);
  const missing = await page.$$eval("[data-idea]", (elements) =>
    elements.filter((element) => getComputedStyle(element).getPropertyValue("--idea") === "").map((element) => element.outerHTML));
  expect(missing).toEqual([]);
  expect(await page.locator("section:not(.reference)").count()).toBe(await page.locator("section zeroplane-figure").count());
});

/** Relative luminance as WCAG 2 defines it, of `rgb(…)`. */
function luminance(colour: string): number {
  const [r, g, b] = (colour.match(/[\d.]+/g) ?? []).map((c) => {
    const x = Number(c) / 255;
    return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`every text can be read on the ${colorScheme} ground`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    const texts = await page.evaluate(() => {
      const roots: ParentNode[] = [document, ...[...document.querySelectorAll("zeroplane-figure")].map((figure) => figure.shadowRoot!)];
      const ground = getComputedStyle(document.documentElement).backgroundColor;
      return roots.flatMap((root) => [...root.querySelectorAll("*")])
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ""))
        .filter((element) => element.checkVisibility() && !element.matches(":disabled, title, script, style, noscript *"))
        .map((element) => ({ text: element.textContent?.slice(0, 30), color: getComputedStyle(element).color, ground }));
    });
    expect(texts.length).toBeGreaterThan(100);
    const faint = texts.filter(({ color, ground }) => {
      const [a, b] = [luminance(color), luminance(ground)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
    });
    expect(faint).toEqual([]);
  });
}

test("the page's colours are those of the picture", () => {
  const css = readFileSync("www/palette.css", "utf8");
  const rust = readFileSync("src/view/palette.rs", "utf8");
  const ofCss = new Map([...css.matchAll(/--([\w-]+): light-dark\(#(\w+), #(\w+)\);/g)].map(([, name, light, dark]) => [name!, [light, dark]]));
  const names = [...rust.matchAll(/((?:Idea::\w+(?: \| )?)+) => \(0x(\w+), 0x(\w+)\)/g)]
    .flatMap(([, ideas, light, dark]) => ideas!.split(" | ").map((idea) => [idea.slice("Idea::".length), light, dark] as const));
  expect(names.length).toBeGreaterThan(8);
  const kebab = (name: string): string => name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  for (const [name, light, dark] of names) {
    const shown = ofCss.get(kebab(name));
    if (shown !== undefined) expect([name, ...shown]).toEqual([name, light, dark]);
  }
  expect([...ofCss.keys()].filter((name) => names.some(([idea]) => kebab(idea) === name)).length).toBeGreaterThan(8);
});
