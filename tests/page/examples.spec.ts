import { apart, expect, Figure, moved, open, test } from "./support.ts";

// The numbers are those of docs/model.md.

test.describe("Example 1: A is turned by 40°", () => {
  test("in the start joint's space the whole chain turns with it", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-1");
    const before = await figure.joints();
    await figure.at.getByLabel("Angle of A about the EE axis in degrees, any number").fill("40");
    await figure.at.getByLabel("Angle of A about the EE axis in degrees, any number").blur();
    const after = await figure.joints();
    expect(apart(after.Bone02, [0.811921157, -0.449431653, 0.760785926])).toBeLessThan(2e-9);
    expect(apart(after.Bone03, before.Bone03)).toBeLessThan(1e-9);
    await expect(figure.says()).toHaveText("A stands at 40°; the plane turned with it by 40°.");
    expect(await figure.flips()).toBe(0);
  });

  test("in the goal's space nothing moves, and that is said", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-1");
    await figure.chooseSpace("IK goal");
    const before = await figure.joints();
    await figure.at.getByLabel("Angle of A about the EE axis, degrees").fill("40");
    expect(await figure.get((f) => f.turnDeg)).toBe(40);
    expect(moved(before, await figure.joints())).toBeLessThan(1e-9);
    await expect(figure.says()).toHaveText("A stands at 40°. The chain stayed where it was.");
  });
});

test.describe("Example 2: the goal goes from one side of Bone02 to the other", () => {
  const way = [{ x: 1.1, z: 1.6 }, { x: 0.1, z: 1.6 }];

  test("in the start joint's space the mouse drags it without a flip", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-2");
    const flips = await figure.listen();
    await figure.dragGoal(way);
    expect(apart(await figure.goal(), [0.1, 0, 1.6])).toBeLessThan(0.02);
    expect(await flips()).toEqual([]);
    await expect(figure.reading("flips")).toHaveText("0");
  });

  test("in the goal's space the mouse meets one flip of 180°", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-2");
    const at = await figure.joints();
    await figure.chooseSpace("IK goal");
    expect(await figure.swivel()).toBe(90);
    expect(moved(at, await figure.joints())).toBeLessThan(1e-9);
    await expect(figure.reading("flips")).toHaveText("0");
    const flips = await figure.listen();
    await figure.dragGoal(way);
    const met = await flips();
    expect(met).toHaveLength(1);
    expect(Math.abs(Math.abs(met[0]!) - 180)).toBeLessThanOrEqual(1);
    await expect(figure.reading("flips")).toHaveText("1");
    await expect(figure.says()).toHaveText(/^Flip 1: the plane turned 180° while the goal moved 0\.0\d+\.$/);
    expect((await figure.joints()).Bone03![0]).toBeGreaterThan(0.6);
  });

  test("the elbow is thrown as the model says", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-2");
    await figure.chooseSpace("IK goal");
    await figure.get((f) => {
      f.goal = [0.61, 0, 1.6];
    });
    expect(apart((await figure.joints()).Bone03, [-0.143172, 0, 0.942176])).toBeLessThan(1e-2);
    const right = (await figure.joints()).Bone03!;
    await figure.get((f) => {
      f.goal = [0.59, 0, 1.6];
    });
    const left = (await figure.joints()).Bone03!;
    expect([right, left].some((elbow) => apart(elbow, [1.343172, 0, 0.942176]) < 1e-6)).toBe(true);
    expect([right, left].some((elbow) => apart(elbow, [-0.143172, 0, 0.942176]) < 1e-6)).toBe(true);
    expect(await figure.flips()).toBe(1);
  });

  for (const [space, flips] of [["Start joint", 0], ["IK goal", 1]] as const) {
    test(`the button carries it: ${flips} flips in the space “${space}”`, async ({ page }) => {
      await open(page);
      const figure = new Figure(page, "example-2");
      await figure.chooseSpace(space);
      await figure.canvas.scrollIntoViewIfNeeded();
      await figure.button("Carry the goal across, above Bone02").click();
      await expect.poll(async () => apart(await figure.goal(), [0.1, 0, 1.6])).toBeLessThan(1e-12);
      await expect(figure.reading("flips")).toHaveText(String(flips));
      await expect(figure.says()).toHaveText(flips === 0 ? "The goal went over the start joint, and the plane did not flip." : /^Flip 1: the plane turned 180°/);
      await figure.button("Undo").click();
      expect(apart(await figure.goal(), [2.237370535, 0, 0.419253332])).toBeLessThan(1e-9);
      await expect(figure.reading("flips")).toHaveText("0");
    });
  }

  test("the space alone, with φ kept, turns the plane by 90°", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-2");
    await figure.at.getByLabel("When switching, set φ so that the chain stays").uncheck();
    await figure.chooseSpace("IK goal");
    expect(await figure.swivel()).toBe(0);
    await expect(figure.says()).toHaveText(/^Flip 1: .* so the plane turned by −90°\.$/);
  });

  test("the goal keeps to the plane it is dragged in, however far out the pointer goes", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-2");
    await figure.pointAtGoal();
    await page.mouse.down();
    for (const [x, y] of [[1270, 10], [5, 5], [5, 710], [1270, 710], [640, 1]] as const) {
      await page.mouse.move(x, y, { steps: 4 });
      expect((await figure.goal())[1]).toBe(0);
    }
    await page.mouse.up();
    expect((await figure.goal())[1]).toBe(0);
  });

  test("a sentence does not outlive what it is about", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-2");
    await figure.at.getByLabel("Swivel angle φ, degrees").fill("30");
    await figure.button("Reset").click();
    await expect(figure.says()).toHaveText("Back at the start.");
    await figure.canvas.press("ArrowLeft");
    await expect(figure.says()).toBeEmpty();
    await figure.canvas.press("End");
    await figure.canvas.press("Home");
    await figure.button("Undo").click();
    await expect(figure.says()).toHaveText("Taken back.");
  });

  for (const width of [1280, 390]) {
    test(`the goal's numbers are not cut off at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await open(page);
      const figure = new Figure(page, "example-2");
      await figure.get((f) => {
        f.goal = [-12.3457, -10.0001, 23.1416];
      });
      for (const axis of ["x", "y", "z"]) {
        const field = figure.at.getByLabel(`Goal, ${axis}`);
        await expect(field).toHaveValue(/^-?\d\d\.\d{4}$/);
        const [text, room] = await field.evaluate((element) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(element);
          const context = document.createElement("canvas").getContext("2d")!;
          context.font = font;
          return [context.measureText((element as HTMLInputElement).value).width, element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)];
        });
        expect(text).toBeLessThanOrEqual(room!);
      }
    });
  }

  test("the imagined chain is offered where there is one", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page);
    const figure = new Figure(page, "example-2");
    const imagined = figure.at.locator(".labels span:not([hidden])", { hasText: /^imagined$/ });
    const show = figure.at.getByLabel("Show the imagined chain");
    await figure.canvas.scrollIntoViewIfNeeded();
    await figure.canvas.press("ArrowUp");
    await figure.rest();
    await expect(show).toBeDisabled();
    await expect(imagined).toHaveCount(0);
    await figure.chooseSpace("IK goal");
    await expect(imagined).toBeVisible();
    await show.uncheck();
    await figure.rest();
    await expect(imagined).toHaveCount(0);
  });

  test("where the chain stood before a flip is said in the picture", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page);
    const figure = new Figure(page, "example-2");
    await figure.canvas.scrollIntoViewIfNeeded();
    const former = figure.at.locator(".labels span:not([hidden])", { hasText: /^before the flip$/ });
    await figure.chooseSpace("IK goal");
    await expect(former).toHaveCount(0);
    await figure.button("Carry the goal across, above Bone02").click();
    await expect(former).toBeVisible();
    await figure.button("Undo").click();
    await expect(former).toHaveCount(0);
  });
});

test.describe("Example 3: Bone02 becomes the start joint", () => {
  test("reassigned in the start joint's space, the chain stays", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-3");
    const before = await figure.joints();
    await figure.button("Reassign start joint to Bone02").click();
    expect(await figure.get((f) => f.startJoint)).toBe("Bone02");
    expect(moved(before, await figure.joints())).toBeLessThan(1e-9);
    expect(await figure.swivel()).toBe(0);
    await expect(figure.says()).toHaveText("Bone02 is the start joint, φ is still 0°. The chain stayed where it was.");
    await expect(figure.reading("flips")).toHaveText("0");
  });

  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    test(`the view goes to the shorter chain, and back (motion: ${reducedMotion})`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await open(page);
      const figure = new Figure(page, "example-3");
      await figure.canvas.scrollIntoViewIfNeeded();
      await figure.rest();
      const distance = async (): Promise<number> => {
        const [a, b] = await Promise.all(["Bone02", "Bone04"].map((name) => figure.at.locator(".labels span", { hasText: name }).boundingBox()));
        return Math.hypot(b!.x - a!.x, b!.y - a!.y);
      };
      const before = await distance();
      await figure.button("Reassign start joint to Bone02").click();
      await figure.rest();
      expect(await distance()).toBeGreaterThan(1.15 * before);
      await figure.button("Undo").click();
      await figure.rest();
      expect(Math.abs((await distance()) - before)).toBeLessThan(0.15 * before);
    });
  }

  test("reassigned in the goal's space, the plane turns by −90°", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-3");
    await figure.chooseSpace("IK goal");
    const flips = await figure.listen();
    await figure.button("Reassign start joint to Bone02").click();
    expect(apart((await figure.joints()).Bone03, [1.629944244, 0.403960568, 0.872495630])).toBeLessThan(2e-9);
    expect(await figure.swivel()).toBe(0);
    const [turn, ...more] = await flips();
    expect(more).toEqual([]);
    expect(turn).toBeCloseTo(-90, 6);
    await expect(figure.says()).toHaveText("Flip 1: Bone02 is the start joint and φ is still 0°, so the plane turned by −90°.");
  });

  test("assigned anew in the goal's space, φ becomes 90° and the chain stays", async ({ page }) => {
    await open(page);
    const figure = new Figure(page, "example-3");
    await figure.chooseSpace("IK goal");
    const before = await figure.joints();
    await figure.button("Assign a new solution from Bone02 to Bone04").click();
    expect(await figure.swivel()).toBeCloseTo(90, 9);
    expect(moved(before, await figure.joints())).toBeLessThan(1e-9);
    await expect(figure.says()).toHaveText(/φ became 90°, and the chain stayed where it was\.$/);
    await expect(figure.reading("flips")).toHaveText("0");
  });
});

test("undo takes one edit back at a time, reset all of them", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "example-3");
  const start = await figure.joints();
  await expect(figure.button("Undo")).toBeDisabled();
  await figure.chooseSpace("IK goal");
  await figure.button("Reassign start joint to Bone02").click();
  await figure.at.getByLabel("Swivel angle φ in degrees, any number").fill("30");
  await figure.button("Undo").click();
  expect(await figure.swivel()).toBe(0);
  expect(await figure.get((f) => f.startJoint)).toBe("Bone02");
  await figure.button("Undo").click();
  expect(await figure.get((f) => f.startJoint)).toBe("Bone01");
  await expect(figure.reading("flips")).toHaveText("0");
  await figure.button("Reset").click();
  expect(await figure.get((f) => f.parentSpace)).toBe("start_joint");
  expect(moved(start, await figure.joints())).toBe(0);
});

test("in the first figure the EE axis led over the singular point flips the plane, and led past it does not", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "arm");
  const latitude = (): Promise<number> => figure.get((f) => f.solution!.sphere.latitude_deg);
  await figure.pointAtGoal();
  let [x, y] = await figure.spot(/^singular$/, [200, 57, 10]);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 10 });
  // Uphill, as one does by eye: the dot where the axis pierces the sphere, onto the red one.
  let best = await latitude();
  expect(best).toBeGreaterThan(80);
  for (let step = 8; best < 89.3 && step > 0.4; step /= 2) {
    for (let better = true; better;) {
      better = false;
      for (const [dx, dy] of [[step, 0], [-step, 0], [0, step], [0, -step]] as const) {
        await page.mouse.move(x + dx, y + dy);
        const now = await latitude();
        if (now <= best) continue;
        [best, x, y, better] = [now, x + dx, y + dy, true];
      }
    }
  }
  await page.mouse.move(x + 60, y + 20);
  const flips = await figure.listen();
  await page.mouse.move(x - 60, y - 20, { steps: 3 });
  await page.mouse.up();
  const met = await flips();
  expect(met).toHaveLength(1);
  expect(Math.abs(met[0]!)).toBeGreaterThan(120);

  await figure.button("Reset").click();
  await figure.pointAtGoal();
  await page.mouse.down();
  for (const [dx, dy] of [[20, -110], [-120, -110]] as const) await page.mouse.move(x + dx, y + dy, { steps: 15 });
  await page.mouse.up();
  expect(await latitude()).toBeGreaterThan(30);
  await expect(figure.reading("flips")).toHaveText("0");
});
