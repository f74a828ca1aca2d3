import type { Locator, Page } from "@playwright/test";
import type { ZeroPlaneMap } from "../../www/pkg/zeroplane.js";
import { expect, Figure, open, test } from "./support.ts";

const map = (figure: Figure): Promise<ZeroPlaneMap | undefined> => figure.get((f) => f.scene!.ik.zero_plane_map);
const indices = (figure: Figure): Locator => figure.at.locator(".indices");
const flips = (figure: Figure): Locator => figure.at.locator("output.flips");

async function shown(page: Page): Promise<Figure> {
  await open(page);
  const figure = new Figure(page, "maps");
  await figure.canvas.scrollIntoViewIfNeeded();
  await figure.rest();
  return figure;
}

test("every map has indices that add up to 2, and a way on which it flips or none", async ({ page }) => {
  const figure = await shown(page);
  await expect(indices(figure)).toHaveText("Indices: +1, +1. Sum of indices: 2.");
  await expect(flips(figure)).toHaveText("Flips on it: 1 under this map, 1 under the default one");
  await figure.at.getByRole("radio", { name: "Pole vector" }).check();
  await expect(indices(figure)).toHaveText("Indices: +1, +1. Sum of indices: 2.");
  await expect(flips(figure)).toHaveText("Flips on it: 0 under this map, 1 under the default one");
  await expect(figure.says()).toHaveText("On this way the plane does not flip under this map.");
  await figure.at.getByRole("radio", { name: "round the side" }).check();
  await expect(flips(figure)).toHaveText("Flips on it: 1 under this map, 0 under the default one");
  await figure.at.getByRole("radio", { name: "Parallel transport" }).check();
  await expect(indices(figure)).toHaveText("Index: +2. Sum of indices: 2.");
  await expect(figure.at.locator(".labels span:not([hidden])", { hasText: "index" })).toHaveText(["index +2"]);
});

test("a zero is dragged off the way, and the way is free of flips", async ({ page }) => {
  const figure = await shown(page);
  await figure.at.getByRole("radio", { name: "Two zeros" }).check();
  const before = await map(figure);
  expect(before).toMatchObject({ kind: "zeros" });
  const held = await figure.pointAt(/^zero_/, /^index \+1$/);
  await page.mouse.down();
  await page.mouse.move(held[0], held[1] + 90, { steps: 8 });
  await page.mouse.up();
  expect(await map(figure)).not.toEqual(before);
  await expect(indices(figure)).toHaveText("Indices: +1, +1. Sum of indices: 2.");
  await expect(flips(figure)).toHaveText("Flips on it: 0 under this map, 1 under the default one");
  await expect(figure.says()).toHaveText("On this way the plane does not flip under this map.");
  await figure.button("Undo").click();
  expect(await map(figure)).toEqual(before);
});

test("the keys move a zero, too", async ({ page }) => {
  const figure = await shown(page);
  await figure.at.getByRole("radio", { name: "Two zeros" }).check();
  const [before, goal] = [await map(figure), await figure.goal()];
  await figure.canvas.focus();
  await page.keyboard.press("n");
  await expect(figure.says()).toHaveText("The keys move one zero of the map.");
  for (let i = 0; i < 8; i += 1) await page.keyboard.press("ArrowLeft");
  expect(await map(figure)).not.toEqual(before);
  expect(await figure.goal()).toEqual(goal);
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await expect(figure.says()).toHaveText("The keys move the goal.");
});

test("the plot is fetched only when it comes near, and the goal goes the way it shows", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  expect(fetched.filter((url) => /plot/i.test(url))).toEqual([]);
  const figure = new Figure(page, "maps");
  await figure.at.scrollIntoViewIfNeeded();
  await expect(figure.at.locator(".plot canvas")).toBeVisible();
  expect(fetched.filter((url) => /plot/i.test(url))).toHaveLength(1);
  await expect(figure.at.locator(".plot")).toHaveAttribute("aria-label", /^Plot of the plane’s turn along the way/);
  await figure.button("Lead the goal along it").click();
  await expect(figure.reading("flips")).toHaveText("1");
  await expect(figure.says()).toHaveText("On this way the plane flips once under this map.");
});

test("under a zero that is dragged, a thousand arrows and the shading are redrawn in 8 ms", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const figure = await shown(page);
  await figure.at.getByRole("radio", { name: "Two zeros" }).check();
  const [x, y] = await figure.pointAt(/^zero_/, /^index \+1$/);
  const before = await map(figure);
  await page.mouse.down();
  const { edits, draws } = await figure.canvas.evaluate(async (canvas, [x, y]) => {
    const { host } = canvas.getRootNode() as ShadowRoot;
    const element = host as unknown as { frames: number; lastDrawMs: number };
    const edits: number[] = [];
    const draws: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      const turn = (i * Math.PI) / 15;
      const [clientX, clientY] = [x! + 60 * Math.sin(turn), y! + 60 * (1 - Math.cos(turn))];
      const frames = element.frames;
      const begun = performance.now();
      canvas.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY, pointerId: 1, pointerType: "mouse", buttons: 1 }));
      edits.push(performance.now() - begun);
      while (element.frames === frames) await new Promise(requestAnimationFrame);
      draws.push(element.lastDrawMs);
    }
    return { edits, draws };
  }, [x, y]);
  await page.mouse.up();
  expect(await map(figure)).not.toEqual(before);
  const median = (list: number[]): number => list.sort((a, b) => a - b)[list.length >> 1]!;
  const [edit, draw] = [median(edits), median(draws)];
  test.info().annotations.push({ type: "median", description: `redraw ${draw.toFixed(1)} ms, after an edit of ${edit.toFixed(1)} ms` });
  expect(draw).toBeLessThanOrEqual(8);
});
