import type { Page } from "@playwright/test";
import { apart, expect, Figure, moved, open, test } from "./support.ts";

/** Tabs into the figure's picture from the last thing before it. */
async function tabInto(page: Page, figure: Figure): Promise<void> {
  await figure.at.evaluate((element) => {
    const before = [...document.querySelectorAll<HTMLElement>("[tabindex='0'], button, a[href], input")]
      .filter((other) => other.checkVisibility({ visibilityProperty: true }) && other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
    before[before.length - 1]?.focus();
  });
  await page.keyboard.press("Tab");
  await expect(figure.canvas).toBeFocused();
}

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
}

test("Tab passes through a figure, control by control", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-1");
  await tabInto(page, figure);
  const passed = new Set<string>();
  for (let i = 0; i < 20; i += 1) {
    await page.keyboard.press("Tab");
    const label = await figure.get((f) => {
      const active = f.shadowRoot?.activeElement;
      return active === null || active === undefined ? "" : (active.getAttribute("aria-label") ?? active.closest("label")?.textContent ?? active.textContent ?? "");
    });
    if (label === "") break;
    passed.add(label);
  }
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("ZEROPLANE-FIGURE");
  for (const control of ["Reset", "Keys", "Angle of A about the EE axis, degrees", "Start joint", "Swivel angle φ, degrees"]) {
    expect([...passed]).toContain(control);
  }
});

test("Example 1 by keys: A turns, the chain with it or not", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-1");
  await figure.at.getByLabel("Angle of A about the EE axis, degrees").focus();
  await press(page, "ArrowRight", 40);
  expect(apart((await figure.joints()).Bone02, [0.811921157, -0.449431653, 0.760785926])).toBeLessThan(2e-9);
  await press(page, "ArrowLeft", 40);
  await figure.at.getByRole("radio", { name: "Start joint" }).focus();
  await page.keyboard.press("ArrowDown");
  expect(await figure.get((f) => f.parentSpace)).toBe("ik_goal");
  const before = await figure.joints();
  await figure.at.getByLabel("Angle of A about the EE axis, degrees").focus();
  await press(page, "ArrowRight", 40);
  expect(moved(before, await figure.joints())).toBeLessThan(1e-9);
});

for (const [space, flips] of [["start_joint", 0], ["ik_goal", 1]] as const) {
  test(`Example 2 by keys: ${flips} flips in ${space}`, async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-2");
    if (space === "ik_goal") {
      await figure.at.getByRole("radio", { name: "Start joint" }).focus();
      await page.keyboard.press("ArrowDown");
    }
    await tabInto(page, figure);
    const met = await figure.listen();
    await press(page, "ArrowUp", 24);
    await press(page, "a", 10);
    await press(page, "ArrowLeft", 33);
    const [x, y, z] = await figure.goal();
    expect(x).toBeLessThan(0.3);
    expect(Math.abs(y)).toBeLessThan(1e-9);
    expect(z).toBeGreaterThan(1.5);
    const degrees = await met();
    expect(degrees).toHaveLength(flips);
    for (const turn of degrees) expect(Math.abs(Math.abs(turn) - 180)).toBeLessThanOrEqual(1);
    await expect(figure.reading("flips")).toHaveText(String(flips));
  });
}

test("Example 3 by keys", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-3");
  const before = await figure.joints();
  await figure.button("Reassign start joint to Bone02").focus();
  await page.keyboard.press("Enter");
  expect(moved(before, await figure.joints())).toBeLessThan(1e-9);
  await tabInto(page, figure);
  await page.keyboard.press("Alt+r");
  expect(await figure.get((f) => f.startJoint)).toBe("Bone01");
  await figure.at.getByRole("radio", { name: "Start joint" }).focus();
  await page.keyboard.press("ArrowDown");
  await figure.button("Reassign start joint to Bone02").focus();
  await page.keyboard.press("Space");
  await expect(figure.says()).toHaveText(/the plane turned by −90°/);
  await tabInto(page, figure);
  await page.keyboard.press("Control+z");
  await figure.button("Assign a new solution from Bone02 to Bone04").focus();
  await page.keyboard.press("Enter");
  expect(await figure.swivel()).toBeCloseTo(90, 9);
});

test("Shift steps finer; End and Home slide the goal along the EE axis, and the plane stands still", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "arm");
  await tabInto(page, figure);
  const goals = [await figure.goal()];
  await page.keyboard.press("ArrowRight");
  goals.push(await figure.goal());
  await page.keyboard.press("Shift+ArrowLeft");
  goals.push(await figure.goal());
  const step = (i: number): number => Math.hypot(...goals[i]!.map((x, k) => x - goals[i + 1]![k]!));
  expect(step(0)).toBeCloseTo(0.05, 9);
  expect(step(1)).toBeCloseTo(0.005, 9);

  const normal = await figure.get((f) => f.solution!.solver_plane_normal);
  for (const [key, length] of [["End", 2.2], ["Home", 0.2]] as const) {
    await page.keyboard.press(key);
    const solution = await figure.get((f) => f.solution!);
    expect(solution.reach).toBe("reached");
    expect(Math.hypot(...solution.end_effector)).toBeCloseTo(length, 6);
    expect(apart(solution.solver_plane_normal, normal)).toBeLessThan(1e-7);
  }
});

test("the question mark lists the keys, on the page and in speech", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-2");
  await tabInto(page, figure);
  await page.keyboard.press("?");
  await expect(figure.at.locator(".help")).toBeVisible();
  await expect(figure.at.locator(".spoken")).toContainText("Arrows or W A S D: move the goal");
  await expect(figure.button("Keys")).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("?");
  await expect(figure.at.locator(".help")).toBeHidden();
});
