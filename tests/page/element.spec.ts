import { apart, expect, Figure, moved, open, started, test } from "./support.ts";

for (const size of [{ width: 1280, height: 800 }, { width: 768, height: 1000 }, { width: 390, height: 844 }]) {
  test(`at ${size.width} px nothing shifts, takes the focus or scrolls when the figures start`, async ({ page }) => {
    await page.setViewportSize(size);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("./", { waitUntil: "commit" });
    await expect(page.getByText("Its hand is there")).toBeVisible();
    const tops = (): Promise<number[]> => page.$$eval("h2", (titles) => titles.map((title) => title.getBoundingClientRect().top));
    const before = await tops();
    release();
    await started(page);
    const after = await tops();
    expect(before.length).toBeGreaterThan(10);
    for (const [i, top] of after.entries()) expect(Math.abs(top - before[i]!)).toBeLessThan(20);
    expect(await page.evaluate(() => [document.activeElement?.tagName, scrollY])).toEqual(["BODY", 0]);
  });
}

test("a live region stands before the solver is there", async ({ page }) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("./");
  const figure = new Figure(page, "example-2");
  await expect(figure.says()).toHaveAttribute("aria-live", "polite");
  await expect(page.getByText("Its hand is there")).toBeVisible();
  await expect(figure.button("Carry the goal across, above Bone02")).toBeDisabled();
  release();
  await started(page);
  await expect(figure.button("Carry the goal across, above Bone02")).toBeEnabled();
});

test("attributes say how a figure starts, and what reset goes back to", async ({ page }) => {
  await open(page);
  const add = (html: Record<string, string>): Promise<void> => page.evaluate(async (attributes) => {
    document.querySelector("#added")?.remove();
    const figure = document.createElement("zeroplane-figure");
    for (const [name, value] of Object.entries({ id: "added", ...attributes })) figure.setAttribute(name, value);
    document.body.prepend(figure);
  }, html);
  const figure = new Figure(page, "added");
  await add({ figure: "example-2", "parent-space": "ik_goal" });
  await started(page);
  expect(await figure.swivel()).toBe(90);
  await figure.at.getByLabel("Swivel angle φ in degrees, any number").fill("20");
  expect(await figure.swivel()).toBe(20);
  await figure.get((f) => f.reset());
  expect(await figure.swivel()).toBe(90);

  await add({ figure: "example-3", "start-joint": "Bone02", goal: "2.2 0 0.9", "swivel-deg": "495" });
  await started(page);
  expect(await figure.get((f) => [f.startJoint, f.swivelDeg, ...f.goal!])).toEqual(["Bone02", 495, 2.2, 0, 0.9]);

  await add({ figure: "example-1", "turn-deg": "40" });
  await started(page);
  expect(apart((await figure.joints()).Bone02, [0.811921157, -0.449431653, 0.760785926])).toBeLessThan(2e-9);
  expect(await figure.get((f) => f.turnDeg)).toBe(40);
  await figure.get((f) => {
    f.parentSpace = "ik_goal";
  });
  expect(await figure.get((f) => f.getAttribute("parent-space"))).toBe("ik_goal");
  expect(await figure.get((f) => f.parentSpace)).toBe("ik_goal");
});

test("a bad attribute gives a sentence to read and a default", async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    const figure = document.createElement("zeroplane-figure");
    figure.id = "added";
    for (const [name, value] of Object.entries({
      figure: "example-9", "parent-space": "moon", "swivel-deg": "<b>ten</b>", goal: "1 2", "start-joint": "Bone09", camera: "up",
    })) figure.setAttribute(name, value);
    document.body.prepend(figure);
  });
  await started(page);
  const figure = new Figure(page, "added");
  const warning = figure.at.locator(".warning");
  await expect(warning).toBeVisible();
  for (const words of ["“example-9”", "“moon”", "“<b>ten</b>”", "“1 2”", "“Bone09”", "“up”"]) await expect(warning).toContainText(words);
  expect(await warning.locator("b").count()).toBe(0);
  expect(await figure.get((f) => [f.figure, f.parentSpace, f.swivelDeg])).toEqual(["example-1", "start_joint", 0]);
  await figure.get((f) => {
    f.parentSpace = "ik_goal";
  });
  await expect(warning).not.toContainText("moon");
});

test("a figure can be removed, brought back and moved, and keeps its state", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-1");
  await figure.get((f) => {
    f.swivelDeg = 25;
  });
  const before = await figure.joints();
  const frames = await figure.get((f) => f.frames);
  await figure.get((f) => document.body.prepend(f));
  expect(await figure.get((f) => f.frames)).toBeGreaterThanOrEqual(frames);
  expect(moved(before, await figure.joints())).toBe(0);

  await figure.at.evaluate(async (element) => {
    (globalThis as unknown as { kept: Element }).kept = element;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve, 100));
    document.body.prepend(element);
  });
  await started(page);
  expect(moved(before, await figure.joints())).toBe(0);
  await figure.rest();
  expect((await figure.pixels()).colours).toBeGreaterThan(500);
  await figure.at.getByLabel("Swivel angle φ in degrees, any number").fill("35");
  expect(await figure.swivel()).toBe(35);
});

test("thirty-two figures stand on one page with one graphics context", async ({ page }) => {
  await page.addInitScript(() => {
    const counter = globalThis as unknown as { contexts: number };
    counter.contexts = 0;
    const get = OffscreenCanvas.prototype.getContext;
    OffscreenCanvas.prototype.getContext = function (this: OffscreenCanvas, ...args: never[]) {
      counter.contexts += 1;
      return (get as (...args: never[]) => OffscreenRenderingContext | null).apply(this, args);
    } as typeof get;
  });
  await open(page);
  await page.evaluate(() => {
    for (let i = document.querySelectorAll("zeroplane-figure").length; i < 36; i += 1) {
      const figure = document.createElement("zeroplane-figure");
      figure.setAttribute("figure", `example-${1 + (i % 3)}`);
      document.body.append(figure);
    }
  });
  await started(page);
  expect(await page.locator("zeroplane-figure").count()).toBe(36);
  const contexts = (): Promise<number> => page.evaluate(() => (globalThis as unknown as { contexts: number }).contexts);
  expect(await contexts()).toBe(1);
  // The last figure takes the context with it; the next one makes its own.
  await page.evaluate(async () => {
    for (const figure of document.querySelectorAll("zeroplane-figure")) figure.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    document.body.append(document.createElement("zeroplane-figure"));
  });
  await started(page);
  expect(await contexts()).toBe(2);
});

test("the scene can be read and set, and one that cannot be solved is told of", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-1");
  await figure.get((f) => {
    const scene = f.scene!;
    scene.ik.goal.translation = [1, 0, 0.5];
    f.scene = scene;
  });
  expect(await figure.goal()).toEqual([1, 0, 0.5]);
  await figure.get((f) => {
    const scene = f.scene!;
    scene.ik.end = "Bone77";
    f.scene = scene;
  });
  await expect(figure.at.getByRole("alert")).toContainText("Bone77");
  expect(await figure.goal()).toEqual([1, 0, 0.5]);
  await figure.at.locator(".notice").getByRole("button", { name: "Reset" }).click();
  await started(page);
  await expect(figure.at.getByRole("alert")).toBeHidden();
  expect(apart(await figure.goal(), [1.637370535, 0, 0.419253332])).toBeLessThan(1e-9);
});

test("a link opens the same picture, to the bit", async ({ page }) => {
  await open(page);
  const figures = [new Figure(page, "example-1"), new Figure(page, "example-2"), new Figure(page, "example-3")] as const;
  await figures[0].at.getByLabel("Angle of A about the EE axis, degrees").fill("33");
  await figures[1].chooseSpace("IK goal");
  await figures[1].dragGoal([{ x: 1.2, z: 1.3 }]);
  await figures[2].button("Assign a new solution from Bone02 to Bone04").click();
  await figures[2].at.getByLabel("Swivel angle φ in degrees, any number").fill("12.5");
  await expect.poll(() => page.url()).toContain("12.5");
  const url = page.url();
  const states = await Promise.all(figures.map((figure) => figure.get((f) => JSON.stringify(f.scene))));
  await page.goto("about:blank");
  await open(page, url);
  expect(await Promise.all(figures.map((figure) => figure.get((f) => JSON.stringify(f.scene))))).toEqual(states);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("a link that means nothing is told of and changes nothing", async ({ page }) => {
  await open(page, "./#example-1=ik.start:%3Cimg%20src=x%3E;__proto__.x:1&example-2=ik.swivel_deg:1e999");
  const figure = new Figure(page, "example-1");
  await expect(figure.at.locator(".warning")).toContainText("link");
  expect(await figure.get((f) => f.startJoint)).toBe("Bone01");
  expect(await new Figure(page, "example-2").swivel()).toBe(0);
  expect(await figure.at.locator("img").count()).toBe(0);
});

test("it runs under a strict policy for content", async ({ page }) => {
  await page.route("./", async (route) => {
    const response = await route.fetch();
    const headers = {
      ...response.headers(),
      "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:",
    };
    await route.fulfill({ response, headers });
  });
  await open(page);
  const figure = new Figure(page, "arm");
  await figure.rest();
  expect((await figure.pixels()).colours).toBeGreaterThan(500);
});

test("without the module there is a sentence and a way to begin again", async ({ browser, baseURL }) => {
  const page = await browser.newPage();
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto(baseURL!);
  const figure = new Figure(page, "arm");
  await expect(figure.at.getByRole("alert")).toContainText("could not be loaded");
  await page.unroute("**/*.wasm");
  await figure.at.locator(".notice").getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => figure.get((f) => f.frames)).toBeGreaterThan(0);
  await page.close();
});

test("without WebGL 2 the controls and the numbers work", async ({ browser, baseURL }) => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    OffscreenCanvas.prototype.getContext = (() => null) as typeof OffscreenCanvas.prototype.getContext;
  });
  await page.goto(baseURL!);
  const figure = new Figure(page, "example-2");
  await figure.canvas.scrollIntoViewIfNeeded();
  await expect(figure.at.getByRole("alert")).toContainText("WebGL 2", { timeout: 15_000 });
  await figure.chooseSpace("IK goal");
  await figure.button("Carry the goal across, above Bone02").click();
  await expect(figure.reading("flips")).toHaveText("1");
  await page.close();
});
