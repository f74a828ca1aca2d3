import { expect, Figure, open, test } from "./support.ts";

test("the picture is not blank, and a drag changes it", async ({ page }) => {
  await open(page);
  for (const id of ["arm", "example-1", "example-2", "example-3"]) {
    const figure = new Figure(page, id);
    await figure.canvas.scrollIntoViewIfNeeded();
    await figure.rest();
    const before = await figure.pixels();
    expect(before.colours).toBeGreaterThan(500);
    const [x, y] = await figure.pointAtGoal();
    await page.mouse.down();
    await page.mouse.move(x - 60, y - 30, { steps: 4 });
    await page.mouse.up();
    await figure.rest();
    expect((await figure.pixels()).sum).not.toBe(before.sum);
  }
});

test("what was never on the screen is not blank either", async ({ page }) => {
  await open(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const last = new Figure(page, "example-3");
  expect((await last.pixels()).colours).toBeGreaterThan(500);
  const image = await last.get(async (f) => (await f.toBlob())?.size ?? 0);
  expect(image).toBeGreaterThan(5000);
});

test("no frame is drawn while nothing changes", async ({ page }) => {
  await open(page);
  await page.waitForTimeout(1000);
  const count = (): Promise<number[]> => page.$$eval("zeroplane-figure", (figures) => figures.map((figure) => figure.frames));
  const before = await count();
  await page.waitForTimeout(1500);
  expect(await count()).toEqual(before);
  // The count counts: an edit is one more frame, and no more than one.
  const figure = new Figure(page, "arm");
  await figure.get((f) => {
    f.swivelDeg = 30;
  });
  await page.waitForTimeout(300);
  expect((await count())[0]).toBe(before[0]! + 1);
});

test("a figure is redrawn in 4 ms", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-2");
  await figure.canvas.scrollIntoViewIfNeeded();
  await figure.rest();
  const times = await figure.get(async (f) => {
    const taken: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      f.swivelDeg = i;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      taken.push(f.lastDrawMs);
    }
    return taken.sort((a, b) => a - b);
  });
  expect(times.length).toBeGreaterThanOrEqual(30);
  const median = times[times.length >> 1]!;
  test.info().annotations.push({ type: "redraw", description: `median ${median.toFixed(2)} ms` });
  expect(median).toBeGreaterThan(0);
  expect(median).toBeLessThanOrEqual(4);
});

test("the pose before a flip stays for a moment and goes", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-3");
  await figure.canvas.scrollIntoViewIfNeeded();
  await figure.chooseSpace("IK goal");
  await figure.rest();
  await figure.button("Reassign start joint to Bone02").click();
  await page.waitForTimeout(250);
  const ghost = await figure.pixels();
  await page.waitForTimeout(2200);
  await figure.rest();
  expect((await figure.pixels()).sum).not.toBe(ghost.sum);
});

test("where no motion is wanted, nothing moves by itself", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  const figure = new Figure(page, "example-2");
  await figure.chooseSpace("IK goal");
  await figure.canvas.scrollIntoViewIfNeeded();
  await figure.rest();
  const before = await figure.get((f) => f.frames);
  await figure.button("Carry the goal across, above Bone02").click();
  expect((await figure.goal())[0]).toBeCloseTo(0.1, 12);
  await figure.rest();
  expect(await figure.get((f) => f.frames)).toBeLessThanOrEqual(before + 2);
  // The ghost stays as it is until the next move.
  const ghost = await figure.pixels();
  await page.waitForTimeout(2000);
  expect((await figure.pixels()).sum).toBe(ghost.sum);
});

test("light and dark, by the reader's wish, the page's and the figure's own", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "arm");
  await figure.rest();
  const look = async (): Promise<{ sum: number; ground: string; page: string }> => {
    await figure.rest();
    const ground = await figure.at.locator(".box").evaluate((box) => getComputedStyle(box).backgroundColor);
    return { sum: (await figure.pixels()).sum, ground, page: await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor) };
  };
  // Drawn again, now that all figures have been: a larger one has made the stage they share grow since.
  await page.emulateMedia({ colorScheme: "dark" });
  await look();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await look();
  expect(light.ground).toBe(light.page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await look();
  expect(dark.sum).not.toBe(light.sum);
  expect(dark.ground).not.toBe(light.ground);
  expect(dark.ground).toBe(dark.page);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "light";
  });
  expect(await look()).toEqual(light);
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  expect(await look()).toEqual(dark);
  await figure.get((f) => f.setAttribute("theme", "light"));
  expect((await look()).sum).toBe(light.sum);
});

test("after the graphics context is lost the figures are drawn anew", async ({ page }) => {
  await page.addInitScript(() => {
    const get = OffscreenCanvas.prototype.getContext;
    OffscreenCanvas.prototype.getContext = function (this: OffscreenCanvas, ...args: never[]) {
      const context = (get as (...args: never[]) => OffscreenRenderingContext | null).apply(this, args);
      (globalThis as unknown as { context: unknown }).context = context;
      return context;
    } as typeof get;
  });
  await open(page);
  const figure = new Figure(page, "arm");
  await figure.rest();
  const before = await figure.pixels();
  const frames = await figure.get((f) => f.frames);
  await page.evaluate(() => {
    const gl = (globalThis as unknown as { context: WebGL2RenderingContext }).context;
    gl.getExtension("WEBGL_lose_context")?.loseContext();
  });
  await expect.poll(() => figure.get((f) => f.frames)).toBeGreaterThan(frames);
  await figure.rest();
  expect((await figure.pixels()).sum).toBe(before.sum);
});

test("the canvas is as sharp as the screen and never larger than its box", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 900, height: 700 } });
  await open(page, baseURL);
  const figure = new Figure(page, "arm");
  const box = await figure.at.locator(".box").boundingBox();
  const { width, height } = await figure.pixels();
  expect(width).toBe(Math.round(box!.width * 2));
  expect(height).toBe(Math.round(box!.height * 2));
  await page.setViewportSize({ width: 500, height: 700 });
  await expect.poll(async () => (await figure.pixels()).width).toBeLessThan(1000);
  const smaller = await figure.at.locator(".box").boundingBox();
  expect((await figure.pixels()).width).toBe(Math.round(smaller!.width * 2));
  await page.close();
});

test("while something moves, a frame of the screen is a frame of the figure", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-2");
  await figure.canvas.scrollIntoViewIfNeeded();
  await figure.rest();
  const [drawn, shown] = await figure.get(async (f) => {
    const before = f.frames;
    f.shadowRoot!.querySelector<HTMLButtonElement>(".goal button")!.click();
    let ticks = 0;
    while (f.goal![0] !== 0.1) {
      await new Promise(requestAnimationFrame);
      ticks += 1;
    }
    return [f.frames - before, ticks];
  });
  expect(drawn).toBeGreaterThan(5);
  expect(drawn).toBeLessThanOrEqual(shown! + 2);
});
