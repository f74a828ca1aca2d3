import type { Vec3 } from "../../www/pkg/zeroplane.js";
import { apart, expect, Figure, moved, open, test } from "./support.ts";

const target = (figure: Figure): Promise<Vec3> => figure.get((f) => f.scene!.nodes.find(({ name }) => name === "Target")!.translation!);
/** How far the target is from the solver plane. */
const missed = (figure: Figure): Promise<number> => figure.get((f) => {
  const { sphere, solver_plane_normal: n } = f.solution!;
  const at = f.scene!.nodes.find(({ name }) => name === "Target")!.translation!;
  return Math.abs(at.reduce((sum, x, i) => sum + (x - sphere.center[i]!) * n[i]!, 0));
});

test("the plane is turned by φ, or aimed at the target, which is moved by its keys", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "swivel");
  const before = await figure.joints();
  await figure.at.getByLabel("Swivel angle φ, degrees").fill("40");
  expect(moved(before, await figure.joints())).toBeGreaterThan(0.1);
  await figure.at.getByRole("checkbox", { name: "Aim the plane at the target" }).check();
  await expect(figure.says()).toHaveText("The plane is aimed at the target. φ is not used.");
  expect(await missed(figure)).toBeLessThan(1e-9);
  await expect(figure.at.getByLabel("Swivel angle φ, degrees")).toBeDisabled();
  const [at, goal] = [await target(figure), await figure.goal()];
  await figure.canvas.focus();
  await page.keyboard.press("n");
  await expect(figure.says()).toHaveText("The keys move the target of the plane.");
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("ArrowRight");
  expect(apart(at, await target(figure))).toBeGreaterThan(0.1);
  expect(await figure.goal()).toEqual(goal);
  expect(await missed(figure)).toBeLessThan(1e-9);
  await figure.at.getByRole("checkbox", { name: "Aim the plane at the target" }).uncheck();
  await expect(figure.at.getByLabel("Swivel angle φ, degrees")).toBeEnabled();
});

test("the target is dragged with the mouse, and the plane follows it", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "swivel");
  await figure.at.getByRole("checkbox", { name: "Aim the plane at the target" }).check();
  const [at, goal, joints] = [await target(figure), await figure.goal(), await figure.joints()];
  const [x, y] = await figure.pointAt(/^vh_target$/, /^Target$/);
  await page.mouse.down();
  await page.mouse.move(x - 90, y + 40, { steps: 8 });
  await page.mouse.up();
  expect(apart(at, await target(figure))).toBeGreaterThan(0.2);
  expect(await figure.goal()).toEqual(goal);
  expect(await missed(figure)).toBeLessThan(1e-9);
  expect(moved(joints, await figure.joints())).toBeGreaterThan(0.05);
  await figure.button("Undo").click();
  expect(await target(figure)).toEqual(at);
});

test("a twisted chain has the plane that fits best, and undo makes it planar again", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "swivel");
  const before = await figure.joints();
  await expect(figure.at.locator(".far")).toHaveText("farthest joint off the plane: 0.00");
  await figure.at.getByLabel("Twist of two inner bones, degrees").fill("60");
  await expect(figure.at.locator(".far")).toHaveText(/off the plane: 0\.(0[1-9]|[1-9])/);
  await expect(figure.says()).toHaveText(/^The chain is not planar\. Its plane fits best, with one joint 0\.\d+ off it\.$/);
  expect(apart((await figure.joints()).Bone05, before.Bone05)).toBeLessThan(1e-9);
  await figure.button("Undo").click();
  await expect(figure.at.locator(".far")).toHaveText("farthest joint off the plane: 0.00");
  expect(moved(before, await figure.joints())).toBe(0);
});
