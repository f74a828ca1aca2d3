import type { ZeroplaneFigure } from "../../www/element.ts";
import { expect, Figure, open, test } from "./support.ts";

/** What the article says comes of each question, by what is played. */
const ANSWERS: Record<string, string> = {
  "reset | press loop.circle; press loop.run": "hi",
  "reset | goal 0.8187 0.2096 1.42 0 0 1.69 -0.8187 -0.2096 1.42": "flips",
  "reset; swivel 30 | prefer": "turns",
  "reset; map parallel_transport; press way.top | press way.run": "0",
  "reset; space start_joint | turn 40": "turns",
  "reset; space ik_goal | turn 40": "stays",
  "reset; goal 1.1 0 1.6 | goal 0.1 0 1.6": "stays",
  "reset; space ik_goal hold; goal 1.1 0 1.6 | goal 0.1 0 1.6": "flips",
  "reset; space start_joint | start Bone02": "stays",
  "reset; space ik_goal | start Bone02": "flips",
  "reset; space ik_goal | assign Bone02 Bone04": "stays",
};

test.describe("where motion is not wanted", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("every question is answered by the solver as the text goes on to explain", async ({ page }) => {
    await open(page);
    const forms = page.locator("form.predict");
    const asked = await forms.evaluateAll((all) => all.map((form) => (form as HTMLElement).dataset.deed!));
    expect(new Set(asked)).toEqual(new Set(Object.keys(ANSWERS)));
    for (let i = 0; i < asked.length; i += 1) {
      const form = forms.nth(i);
      const right = ANSWERS[asked[i]!]!;
      const values = await form.locator("input").evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
      expect(values.filter((value) => value === right), asked[i]).toHaveLength(1);
      const wrong = values.find((value) => value !== right)!;
      await expect(form.locator(".why")).toBeHidden();
      await form.locator(`input[value="${wrong}"]`).check();
      await expect(form).toHaveAttribute("data-verdict", "wrong");
      await form.locator(`input[value="${right}"]`).check();
      await expect(form, asked[i]).toHaveAttribute("data-verdict", "right");
      await expect(form.locator(".why")).toBeVisible();
      await expect(form.locator("label.so input")).toHaveValue(right);
    }
  });

  test("every sentence that is a button can be played to its end", async ({ page }) => {
    await open(page);
    const buttons = page.locator("button.do");
    expect(await buttons.count()).toBeGreaterThan(15);
    for (const button of await buttons.all()) {
      const moved = await button.evaluate(async (element) => {
        const figure = element.closest("section")!.querySelector("zeroplane-figure") as ZeroplaneFigure;
        const said = figure.shadowRoot!.querySelector(".says")!.textContent;
        let changes = 0;
        const count = (): void => void (changes += 1);
        figure.addEventListener("zeroplane-change", count);
        await figure.play((element as HTMLElement).dataset.deed!);
        figure.removeEventListener("zeroplane-change", count);
        return changes > 0 || figure.shadowRoot!.querySelector(".says")!.textContent !== said;
      });
      expect(moved, await button.innerText()).toBe(true);
    }
  });

  test("the numbers of the text are those of the figures", async ({ page }) => {
    await open(page);
    const play = (id: string, deed: string) => page.locator(`zeroplane-figure#${id}`).evaluate(async (figure, line) => {
      const { turn, flips, turns, still } = await (figure as ZeroplaneFigure).play(line);
      return { turn, flips, turns, still };
    }, deed);
    const circle = await play("history", "reset | press loop.circle; press loop.run");
    expect(circle.turns[0]).toBeCloseTo(0, 9);
    expect(circle.turns[1]).toBeCloseTo(48.2, 1);
    const triangle = await play("history", "reset | press loop.triangle; press loop.run");
    expect(triangle.turns[1]).toBeCloseTo(90, 1);
    const beside = await play("flip", "reset | goal 1.25 0.1 1.05 0.1 -0.45 1.63 -1.1 -0.6 1.05");
    expect(beside.flips).toBe(0);
    expect(Math.abs(beside.turn)).toBeGreaterThan(130);
    expect((await play("example-2", "reset | space ik_goal")).turn).toBeCloseTo(-90, 6);
    expect((await play("example-2", "reset | space ik_goal hold")).still).toBe(true);
    expect((await play("anew-figure", "reset; space ik_goal; start Bone02 | swivel 90")).turn).toBeCloseTo(90, 6);
  });
});

test("a sentence moves its figure, and a reader's hand ends it", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "arm");
  const turn = page.locator("#angle button.do").first();
  await turn.click();
  await expect(turn).toHaveAttribute("aria-busy", "true");
  await page.waitForFunction((f) => (f as ZeroplaneFigure).swivelDeg > 20, await figure.at.elementHandle());
  await expect(figure.canvas).toBeInViewport({ ratio: 0.99 });
  await figure.button("Reset").click();
  await expect(turn).not.toHaveAttribute("aria-busy", "true");
  await figure.rest();
  expect(await figure.swivel()).toBe(0);
});

test("what a figure cannot be made to do is said by an error, and the figure goes on", async ({ page }) => {
  await open(page);
  const figure = new Figure(page, "arm");
  const told = await figure.at.evaluate(async (f) => (f as ZeroplaneFigure).play("dance").then(() => "", (error: Error) => error.message));
  expect(told).toContain("dance");
  expect(await figure.at.evaluate(async (f) => (await (f as ZeroplaneFigure).play("swivel 12")).after.swivel_deg)).toBe(12);
});
