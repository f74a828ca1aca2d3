import type { Vec3 } from "../../www/pkg/zeroplane.js";
import { apart, expect, Figure, open, test } from "./support.ts";

const axis = (figure: Figure): Promise<Vec3> => figure.get((f) => f.solution!.ee_axis);
const normal = (figure: Figure): Promise<Vec3> => figure.get((f) => f.solution!.zero_plane_normal);

test("the EE axis is dragged over the sphere, and the turn rate is the tangent of its latitude", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "sphere");
  await figure.canvas.scrollIntoViewIfNeeded();
  await figure.rest();
  const before = await axis(figure);
  const held = await figure.pointAt(/^axis$/, /^EE axis$/);
  await page.mouse.down();
  await page.mouse.move(held[0] - 60, held[1] - 60, { steps: 6 });
  await page.mouse.up();
  expect(apart(before, await axis(figure))).toBeGreaterThan(0.1);
  const [latitude, rate] = await figure.get((f) => [f.solution!.sphere.latitude_deg, f.solution!.turn_rate!]);
  expect(rate).toBeCloseTo(Math.abs(Math.tan((latitude! * Math.PI) / 180)), 6);
  await expect(figure.at.locator("output.rate")).toHaveText(`at the axis: ${rate!.toFixed(2)}`);
});

test("beside the pointer stands the turn rate of the place it points at, and beside the sphere nothing", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "sphere");
  const rate = figure.at.locator(".rate-here");
  // On the axis's own knob it is the axis's own rate, wherever that is dragged.
  const [x, y] = await figure.pointAt(/^axis$/, /^EE axis$/);
  await page.mouse.down();
  await page.mouse.move(x - 70, y - 90, { steps: 8 });
  await page.mouse.up();
  await figure.rest();
  const own = await figure.get((f) => f.solution!.turn_rate!);
  expect(own).toBeGreaterThan(0.3);
  const told = async (): Promise<number> => Number((await rate.textContent())!.replace("turn rate ", ""));
  // The knob was not grabbed in its very middle.
  expect(Math.abs(await told() - own)).toBeLessThan(0.1 * own);
  // Higher up it turns faster; at the singular point it has no number.
  await page.mouse.move(x - 70, y - 130);
  expect(await told()).toBeGreaterThan(own);
  const box = (await figure.canvas.boundingBox())!;
  await page.mouse.move(box.x + 8, box.y + 8);
  await expect(rate).toBeHidden();
  await page.mouse.move(x - 70, y - 130);
  await expect(rate).toBeVisible();
  await page.mouse.move(box.x + 20, box.y + box.height + 60);
  await expect(rate).toBeHidden();
});

test("the goal slides along the axis, by the slider and by its keys, and nothing turns", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "sphere");
  await figure.canvas.focus();
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("ArrowUp");
  const [e, n] = [await axis(figure), await normal(figure)];
  await figure.at.getByLabel("Distance of the goal along the EE axis").fill("0.8");
  expect(Math.hypot(...await figure.goal())).toBeCloseTo(0.8, 6);
  await page.keyboard.press("End");
  await figure.canvas.press("End");
  expect(Math.hypot(...await figure.goal())).toBeGreaterThan(2.1);
  expect(apart(e, await axis(figure))).toBeLessThan(1e-9);
  expect(apart(n, await normal(figure))).toBeLessThan(1e-9);
});

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`the two rules are played, and said (motion: ${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await open(page);
    const figure = new Figure(page, "sphere");
    await figure.canvas.scrollIntoViewIfNeeded();
    await figure.rest();
    // Drawn once more, now that all figures are there: how large the shared stage is shows in single pixels.
    await figure.button("The whole field").click();
    await figure.rest();
    const all = (await figure.pixels()).sum;
    await figure.button("A: the equator").click();
    await expect(figure.says()).toHaveText(/^Rule A: /);
    await figure.rest();
    const equator = (await figure.pixels()).sum;
    expect(equator).not.toBe(all);
    await figure.button("B: along the meridians").click();
    await expect(figure.says()).toHaveText(/^Rule B: /, { timeout: 15_000 });
    await figure.rest();
    expect((await figure.pixels()).sum).not.toBe(equator);
    await figure.button("The whole field").click();
    await figure.rest();
    expect((await figure.pixels()).sum).toBe(all);
  });
}
