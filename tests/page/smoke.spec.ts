import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";

/** The limit of `xtask/src/budget.rs`, which counts files; here, what is really asked for. */
const FIRST_LOAD_GZIP = 200 * 1024;

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

test("a first visit downloads little, and only from its own site", async ({ page, baseURL }) => {
  const sizes = new Map<string, number>();
  page.on("response", async (response) => {
    sizes.set(response.url(), Number.NaN);
    sizes.set(response.url(), gzipSync(await response.body(), { level: 9 }).length);
  });
  await page.goto("./");
  await page.waitForLoadState("networkidle");
  await expect.poll(() => [...sizes.values()].some(Number.isNaN)).toBe(false);
  const urls = [...sizes.keys()].filter((url) => !url.startsWith("data:"));
  expect(urls.filter((url) => !url.startsWith(baseURL ?? ""))).toEqual([]);
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_LOAD_GZIP);
});
