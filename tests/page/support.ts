import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { ZeroplaneFigure } from "../../www/element.ts";
import type { Vec3 } from "../../www/pkg/zeroplane.js";

export { expect };

/** A test that fails when the page complains: an exception, a console error or a warning. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
    });
    await use(complaints);
    expect(complaints).toEqual([]);
  }, { auto: true }],
});

/** Opens the page and waits until every figure is solved and drawn. */
export async function open(page: Page, address = "./"): Promise<void> {
  await page.goto(address);
  await started(page);
}

export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const figures = [...document.querySelectorAll("zeroplane-figure")];
    return figures.length > 0 && figures.every((figure) => figure.solution !== undefined && figure.frames > 0);
  });
}

/** One figure of the page, with what the tests do to it. */
export class Figure {
  readonly at: Locator;
  readonly canvas: Locator;
  readonly #page: Page;

  constructor(page: Page, id: string) {
    this.#page = page;
    this.at = page.locator(`zeroplane-figure#${id}`);
    this.canvas = this.at.locator(".box canvas");
  }

  get<T>(read: (figure: ZeroplaneFigure) => T): Promise<T> {
    return this.at.evaluate(read as (element: unknown) => T);
  }

  goal(): Promise<Vec3> {
    return this.get((figure) => figure.goal!);
  }

  flips(): Promise<number> {
    return this.get((figure) => figure.flips);
  }

  swivel(): Promise<number> {
    return this.get((figure) => figure.swivelDeg);
  }

  /** Where the joints are, by name. */
  joints(): Promise<Record<string, Vec3>> {
    return this.get((figure) => Object.fromEntries(figure.solution!.joints.map(({ name, position }) => [name, position])));
  }

  /** What the live region says. */
  says(): Locator {
    return this.at.locator(".says");
  }

  reading(name: string): Locator {
    return this.at.locator(`[data-reading=${name}] b`);
  }

  async chooseSpace(name: "Start joint" | "IK goal"): Promise<void> {
    await this.at.getByRole("radio", { name }).check();
  }

  button(name: string): Locator {
    return this.at.getByRole("button", { name });
  }

  /** Flips from now on, signed degrees. */
  async listen(): Promise<() => Promise<number[]>> {
    const list = await this.at.evaluateHandle((figure) => {
      const degrees: number[] = [];
      figure.addEventListener("zeroplane-flip", (event) => degrees.push((event as CustomEvent<{ degrees: number }>).detail.degrees));
      return degrees;
    });
    return () => list.jsonValue();
  }

  /** Frames drawn until none has been drawn for a while. */
  async rest(): Promise<void> {
    await this.#page.waitForFunction(async (figure) => {
      const before = (figure as ZeroplaneFigure).frames;
      await new Promise((resolve) => setTimeout(resolve, 250));
      return before > 0 && (figure as ZeroplaneFigure).frames === before;
    }, await this.at.elementHandle());
  }

  /** Puts the mouse on the goal; returns where that is. */
  pointAtGoal(): Promise<[number, number]> {
    return this.pointAt(/^goal$/, /^goal$/);
  }

  /** Puts the mouse on a handle near one of the labels; returns where that is. */
  async pointAt(handle: RegExp, text: RegExp): Promise<[number, number]> {
    await this.canvas.scrollIntoViewIfNeeded();
    await this.rest();
    const label = await this.at.locator(".labels span:not([hidden])", { hasText: text }).first().boundingBox({ timeout: 5_000 }).catch(() => null);
    const box = await this.canvas.boundingBox();
    const [x0, y0] = label !== null ? [label.x + label.width / 2, label.y + label.height / 2] : [box!.x + box!.width / 2, box!.y + box!.height / 2];
    for (let radius = 0; radius < 120; radius += 6) {
      for (let i = 0; i < 12; i += 1) {
        const [x, y] = [x0 + radius * Math.cos(i * Math.PI / 6), y0 + radius * Math.sin(i * Math.PI / 6)];
        await this.#page.mouse.move(x, y);
        if (handle.test(await this.canvas.getAttribute("data-over") ?? "")) return [x, y];
      }
    }
    throw new Error(`nothing like ${handle} can be found with the mouse near ${text}`);
  }

  /** Drags the goal with the mouse to x and z in the plane it is dragged in, as a hand would: by looking. */
  async dragGoal(to: { x: number; z: number }[]): Promise<void> {
    let [px, py] = await this.pointAtGoal();
    const { mouse } = this.#page;
    const seen = async (): Promise<[number, number]> => {
      const goal = await this.goal();
      return [goal[0], goal[2]];
    };
    await mouse.down();
    // What a pixel to the right and a pixel down are worth.
    const at = await seen();
    await mouse.move(px += 20, py);
    const right = await seen();
    await mouse.move(px, py += 20);
    const down = await seen();
    const [a, c] = [(right[0] - at[0]) / 20, (right[1] - at[1]) / 20];
    const [b, d] = [(down[0] - right[0]) / 20, (down[1] - right[1]) / 20];
    const det = a * d - b * c;
    for (const { x, z } of to) {
      for (let i = 0; i < 80; i += 1) {
        const [gx, gz] = await seen();
        const [ex, ez] = [x - gx, z - gz];
        if (Math.hypot(ex, ez) < 0.02) break;
        const [mx, my] = [(d * ex - b * ez) / det, (a * ez - c * ex) / det];
        const shorter = Math.min(1, 15 / Math.hypot(mx, my));
        await mouse.move(px += mx * shorter, py += my * shorter);
      }
    }
    await mouse.up();
  }

  /** The middle of the largest patch of a colour near one of the figure's labels, on the page. */
  async spot(label: RegExp, rgb: [number, number, number]): Promise<[number, number]> {
    const text = (await this.at.locator(".labels span:not([hidden])", { hasText: label }).first().boundingBox())!;
    const box = (await this.canvas.boundingBox())!;
    const area = [text.x - box.x - 30, text.y - box.y - 30, text.width + 60, text.height + 60];
    const [x, y] = await this.canvas.evaluate((element, [area, rgb]) => {
      const canvas = element as HTMLCanvasElement;
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext("2d", { willReadFrequently: true })!;
      context.drawImage(canvas, 0, 0);
      const [left, top, width, height] = area.map(Math.round) as [number, number, number, number];
      const { data } = context.getImageData(left, top, width, height);
      let [n, sx, sy] = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4) {
        if (rgb.some((c, k) => Math.abs(c - data[i + k]!) > 24)) continue;
        n += 1;
        sx += (i / 4) % width;
        sy += Math.floor(i / 4 / width);
      }
      return [left + sx / n, top + sy / n];
    }, [area, rgb] as const);
    return [box.x + x!, box.y + y!];
  }

  /** Colours in the picture, and a number that changes when any pixel does. */
  pixels(): Promise<{ colours: number; sum: number; width: number; height: number }> {
    return this.canvas.evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      // Read from a copy: reading takes a canvas off the graphics card for good.
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext("2d", { willReadFrequently: true })!;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const words = new Uint32Array(data.buffer);
      let sum = 0;
      for (const word of words) sum = (Math.imul(sum, 31) + word) >>> 0;
      return { colours: new Set(words).size, sum, width: canvas.width, height: canvas.height };
    });
  }
}

/** The largest distance of two points in a coordinate. */
export function apart(a: Vec3 | undefined, b: Vec3 | undefined): number {
  if (a === undefined || b === undefined) return Infinity;
  return Math.max(...a.map((x, i) => Math.abs(x - b[i]!)));
}

/** How far the joint that moved most has moved. */
export function moved(a: Record<string, Vec3>, b: Record<string, Vec3>): number {
  return Math.max(...Object.keys(b).map((name) => (name in a ? apart(a[name], b[name]) : 0)));
}
