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
  const label = (await figure.at.locator(".labels span", { hasText: /^EE axis$/ }).boundingBox())!;
  let held: [number, number] | undefined;
  for (let radius = 0; radius < 120 && held === undefined; radius += 6) {
    for (let i = 0; i < 12 && held === undefined; i += 1) {
      const at: [number, number] = [label.x + label.width / 2 + radius * Math.cos(i * Math.PI / 6), label.y + label.height / 2 + radius * Math.sin(i * Math.PI / 6)];
      await page.mouse.move(...at);
      if (await figure.canvas.getAttribute("data-over") === "axis") held = at;
    }
  }
  expect(held).toBeDefined();
  await page.mouse.down();
  await page.mouse.move(held![0] - 60, held![1] - 60, { steps: 6 });
  await page.mouse.up();
  expect(apart(before, await axis(figure))).toBeGreaterThan(0.1);
  const [latitude, rate] = await figure.get((f) => [f.solution!.sphere.latitude_deg, f.solution!.turn_rate!]);
  expect(rate).toBeCloseTo(Math.abs(Math.tan((latitude! * Math.PI) / 180)), 6);
  await expect(figure.at.locator("output.rate")).toHaveText(`at the axis: ${rate!.toFixed(2)}`);
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
