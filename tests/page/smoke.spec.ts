import { expect, test } from "@playwright/test";

test("the page starts and complains of nothing", async ({ page }) => {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto("./");
  await expect(page.locator("zeroplane-figure").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(complaints).toEqual([]);
});

test("figures have WebGL 2 off screen", async ({ page }) => {
  await page.goto("./");
  const version = await page.evaluate(() => {
    const gl = new OffscreenCanvas(16, 16).getContext("webgl2");
    return gl?.getParameter(gl.VERSION) as unknown;
  });
  expect(version).toContain("WebGL 2");
});
