import type { CDPSession } from "@playwright/test";
import { expect, Figure, open, test } from "./support.ts";

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

/** A finger that goes from one point to another. */
async function sweep(cdp: CDPSession, from: [number, number], to: [number, number]): Promise<void> {
  const at = (t: number): { x: number; y: number }[] => [{ x: from[0] + (to[0] - from[0]) * t, y: from[1] + (to[1] - from[1]) * t }];
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (let i = 1; i <= 12; i += 1) {
    await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(i / 12) });
  }
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("beside the goal a finger scrolls the page up and down, and turns the view sideways; on the goal it drags", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-2");
  const [goalX, goalY] = await figure.pointAtGoal();
  const cdp = await page.context().newCDPSession(page);
  const box = (await figure.canvas.boundingBox())!;
  const corner: [number, number] = [box.x + 25, box.y + box.height - 40];
  const before = await figure.goal();

  const top = await page.evaluate(() => scrollY);
  await sweep(cdp, [goalX, goalY], [goalX - 30, goalY - 90]);
  expect(await page.evaluate(() => scrollY)).toBe(top);
  const dragged = await figure.goal();
  expect(dragged[2]).toBeGreaterThan(before[2] + 0.3);
  await figure.rest();

  const picture = (await figure.pixels()).sum;
  await sweep(cdp, corner, [corner[0] + 120, corner[1]]);
  await figure.rest();
  expect((await figure.pixels()).sum).not.toBe(picture);
  expect(await page.evaluate(() => scrollY)).toBe(top);

  await sweep(cdp, corner, [corner[0], corner[1] - 150]);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top + 50);
  expect(await figure.goal()).toEqual(dragged);
});

test("a finger drags a zero of the map over the sphere", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "maps");
  await figure.at.getByRole("radio", { name: "Two zeros" }).check();
  const map = () => figure.get((f) => f.scene!.ik.zero_plane_map);
  const [x, y] = await figure.pointAt(/^zero_/, /^index \+1$/);
  const [before, top] = [await map(), await page.evaluate(() => scrollY)];
  const cdp = await page.context().newCDPSession(page);
  await sweep(cdp, [x, y], [x - 10, y + 70]);
  expect(await page.evaluate(() => scrollY)).toBe(top);
  expect(await map()).not.toEqual(before);
  await expect(figure.at.locator(".indices")).toHaveText("Indices: +1, +1. Sum of indices: 2.");
  await expect(figure.at.locator("output.flips")).toHaveText("Flips on it: 0 under this map, 1 under the default one");
});

test("a finger drags the target of the plane", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "swivel");
  await figure.at.getByRole("checkbox", { name: "Aim the plane at the target" }).check();
  const target = () => figure.get((f) => f.scene!.nodes.find(({ name }) => name === "Target")!.translation!);
  const [x, y] = await figure.pointAt(/^vh_target$/, /^Target$/);
  const [before, goal, normal] = [await target(), await figure.goal(), await figure.get((f) => f.solution!.solver_plane_normal)];
  const cdp = await page.context().newCDPSession(page);
  await sweep(cdp, [x, y], [x - 60, y + 50]);
  expect(await target()).not.toEqual(before);
  expect(await figure.goal()).toEqual(goal);
  expect(await figure.get((f) => f.solution!.solver_plane_normal)).not.toEqual(normal);
});

test("what a finger points at on the sphere has its turn rate beside it, and still when the finger has left", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "sphere");
  await figure.canvas.scrollIntoViewIfNeeded();
  await figure.rest();
  const box = (await figure.canvas.boundingBox())!;
  const cdp = await page.context().newCDPSession(page);
  const middle: [number, number] = [box.x + box.width / 2, box.y + box.height / 2];
  const rate = figure.at.locator(".rate-here");
  await expect(rate).toBeHidden();
  await sweep(cdp, middle, [middle[0] + 4, middle[1]]);
  await expect(rate).toHaveText(/^turn rate \d+\.\d\d$/);
  await sweep(cdp, [box.x + 6, box.y + 6], [box.x + 10, box.y + 6]);
  await expect(rate).toBeHidden();
});
