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
