import { readFileSync, writeFileSync } from "node:fs";
import { expect, open, test } from "./support.ts";

/**
 * What stands under a figure's picture is as high as its controls and the words
 * on them. The page keeps that much room for it before the script has come, or all
 * that follows would shift: `www/heights.css`, written by this test when it is run
 * with UPDATE_HEIGHTS=1.
 */
const FILE = new URL("../../www/heights.css", import.meta.url);
/** Off by less than this, in rem, nothing is seen to move. */
const NEAR = 0.7;

const SCREENS = [
  { media: undefined, width: 390, touch: false },
  { media: "(pointer: coarse)", width: 390, touch: true },
  { media: "(min-width: 42rem)", width: 768, touch: false },
  { media: "(min-width: 55rem)", width: 900, touch: false },
  { media: "(min-width: 62rem)", width: 1280, touch: false },
] as const;

const HEAD = "/* Room kept under each figure's picture until its script has come. Measured and checked by\n   tests/page/heights.spec.ts; UPDATE_HEIGHTS=1 writes it. */\n";

test("the room kept for a figure is what it takes", async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const languages = [...new Set(readFileSync(new URL("../../dist/site/index.html", import.meta.url), "utf8").matchAll(/hreflang="(\w\w)"/g))].map(([, tag]) => tag!);
  const rules: string[] = [];
  const off: string[] = [];
  for (const { media, width, touch } of SCREENS) {
    const context = await browser.newContext({ baseURL: baseURL!, viewport: { width, height: 900 }, hasTouch: touch, isMobile: touch });
    const page = await context.newPage();
    const block: string[] = [];
    for (const language of languages) {
      await open(page, language === "en" ? "./?lang=en" : `./${language}/`);
      const taken = await page.$$eval("zeroplane-figure", (figures) => figures.map((figure) => {
        const pictures = figure.shadowRoot!.querySelector(".box")!;
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const style = getComputedStyle(figure);
        const [a, b] = style.getPropertyValue("--shape").split("/").map(Number);
        // A figure of several pictures keeps the shape of all of them.
        const box = a === undefined || b === undefined || Number.isNaN(a) || Number.isNaN(b)
          ? pictures.getBoundingClientRect().height
          : (figure.getBoundingClientRect().width * b) / a;
        // Whose controls stand beside the picture has them no lower than itself.
        const rest = (figure.getBoundingClientRect().height - box) / rem;
        return { id: figure.id, rest, kept: parseFloat(style.getPropertyValue("--rest")) };
      }));
      for (const { id, rest, kept } of taken) {
        block.push(`#${id}:lang(${language}) { --rest: ${rest.toFixed(1)}rem; }`);
        if (!(Math.abs(rest - kept) <= NEAR)) off.push(`${id} in ${language} at ${width} px${touch ? ", touched" : ""}: ${rest.toFixed(1)}rem, kept ${kept}`);
      }
    }
    rules.push(media === undefined ? block.join("\n") : `@media ${media} {\n${block.map((line) => `  ${line}`).join("\n")}\n}`);
    await context.close();
  }
  if (process.env.UPDATE_HEIGHTS !== undefined) writeFileSync(FILE, `${HEAD}${rules.join("\n")}\n`);
  else expect(off).toEqual([]);
});
