import { expect, Figure, open, test } from "./support.ts";

const run = "Run the loop";

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`after a loop the solver without memory is home, and tracking is turned by the solid angle (motion: ${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await open(page);
    const figure = new Figure(page, "history");
    await figure.at.scrollIntoViewIfNeeded();
    const drift = (solver: string) => figure.at.locator(`[data-solver=${solver}] .caption`);
    const before = await figure.joints();
    await figure.button(run).click();
    await expect(drift("hi")).toHaveText("Came home turned by 0.0°.", { timeout: 30_000 });
    await expect(drift("tracking")).toHaveText("Came home turned by 48.2°.");
    await expect(drift("ccd")).toHaveText(/^Came home turned by \d+\.\d°\.$/);
    await expect(figure.at.locator(".enclosed")).toHaveText("Solid angle enclosed: 48.2°");
    await expect(figure.says()).toHaveText(/^The goal came home round a solid angle of 48\.2°\. .* tracking by 48\.2°/);
    const once = await figure.joints();
    for (const name of Object.keys(before)) for (const i of [0, 1, 2]) expect(Math.abs(once[name]![i]! - before[name]![i]!)).toBeLessThan(1e-3);

    await figure.button(run).click();
    await expect(drift("tracking")).toHaveText("Came home turned by 48.2°. In 2 rounds: 96.5°.", { timeout: 30_000 });
    // The first round ended where the second did, to the bit.
    expect(await figure.joints()).toEqual(once);

    await figure.button("Reset").click();
    await expect(drift("tracking")).toBeEmpty();
    await figure.at.getByRole("radio", { name: "Triangle, three right angles" }).check();
    await figure.button(run).click();
    await expect(drift("tracking")).toHaveText("Came home turned by 90.0°.", { timeout: 30_000 });
    await expect(drift("hi")).toHaveText("Came home turned by 0.0°.");
    await expect(figure.at.locator(".enclosed")).toHaveText("Solid angle enclosed: 90.0°");
  });
}

test("the goal is dragged in any of the pictures, and by its keys", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "history");
  const second = figure.at.locator("[data-solver=tracking] canvas");
  await second.scrollIntoViewIfNeeded();
  await figure.rest();
  const before = await figure.goal();
  await second.focus();
  await page.keyboard.press("ArrowRight");
  const stepped = await figure.goal();
  expect(stepped).not.toEqual(before);
  await page.keyboard.press("Control+z");
  expect(await figure.goal()).toEqual(before);

  const label = (await figure.at.locator("[data-solver=tracking] .labels span", { hasText: /^goal$/ }).boundingBox())!;
  let found = false;
  for (let radius = 0; radius < 90 && !found; radius += 7) {
    for (let i = 0; i < 12 && !found; i += 1) {
      await page.mouse.move(label.x + label.width / 2 + radius * Math.cos(i * Math.PI / 6), label.y + label.height / 2 + radius * Math.sin(i * Math.PI / 6));
      found = (await second.getAttribute("data-over")) === "goal";
      if (!found) continue;
      await page.mouse.down();
      await page.mouse.move(label.x, label.y + 60, { steps: 5 });
      await page.mouse.up();
    }
  }
  expect(found).toBe(true);
  expect(await figure.goal()).not.toEqual(before);
});
