import uPlot from "uplot";
import css from "uplot/dist/uPlot.min.css?inline";

/** A line of a plot: its values, and the element whose colour it has. */
export interface Line {
  name: string;
  values: number[];
  like: HTMLElement;
}

/** What stands at the axes. */
export interface Axes {
  x: string;
  y: string;
  format: (value: number) => string;
}

const FONT = "13px system-ui, sans-serif";
const HEIGHT = 190;

let sheet: CSSStyleSheet | undefined;

/** A plot in `box`, as wide as that. Comes with uPlot, so import it only when it is to be seen. */
export class Plot {
  readonly #box: HTMLElement;
  readonly #axes: Axes;
  readonly #resize: ResizeObserver;
  #plot: uPlot | undefined;
  #xs: number[] = [];
  #lines: Line[] = [];
  #mark: number | undefined;

  constructor(box: HTMLElement, axes: Axes) {
    this.#box = box;
    this.#axes = axes;
    if (sheet === undefined) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    const root = box.getRootNode();
    if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    this.#resize = new ResizeObserver(() => this.#plot?.setSize(this.#size()));
    this.#resize.observe(box);
  }

  show(xs: number[], lines: Line[]): void {
    const anew = this.#plot === undefined || lines.length !== this.#lines.length;
    this.#xs = xs;
    this.#lines = lines;
    if (anew) this.repaint();
    else this.#plot?.setData(this.#data());
  }

  /** Draws a line at `x`, or none. */
  mark(x: number | undefined): void {
    this.#mark = x;
    this.#plot?.redraw(false, false);
  }

  /** Draws all anew, in the colours of now. */
  repaint(): void {
    this.#plot?.destroy();
    const { x, y, format } = this.#axes;
    const style = getComputedStyle(this.#box);
    const axis = {
      stroke: style.color,
      font: FONT,
      labelFont: FONT,
      grid: { stroke: style.outlineColor, width: 1 },
      ticks: { show: false },
      values: (_plot: uPlot, values: number[]) => values.map(format),
      labelSize: 20,
    };
    this.#plot = new uPlot({
      ...this.#size(),
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: (_plot, low, high) => widened(low, high) } },
      axes: [{ ...axis, label: x, size: 28, incrs: [30, 45, 60, 90, 180], space: 34 }, { ...axis, label: y, size: 50, incrs: [15, 30, 45, 90, 180, 360], space: 22 }],
      series: [{}, ...this.#lines.map(({ name, like }, i) => ({
        label: name,
        stroke: getComputedStyle(like).color,
        width: i === 0 ? 2.5 : 1.5,
        dash: i === 0 ? [] : [5, 4],
        points: { show: false },
      }))],
      hooks: { draw: [(plot) => this.#drawMark(plot, style.color)] },
    }, this.#data(), this.#box);
  }

  free(): void {
    this.#resize.disconnect();
    this.#plot?.destroy();
  }

  #data(): uPlot.AlignedData {
    return [this.#xs, ...this.#lines.map(({ values }) => values)];
  }

  #size(): { width: number; height: number } {
    return { width: Math.max(120, this.#box.clientWidth), height: HEIGHT };
  }

  #drawMark({ ctx, bbox, valToPos }: uPlot, colour: string): void {
    if (this.#mark === undefined) return;
    const x = Math.round(valToPos(this.#mark, "x", true)) + 0.5;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}

/** Room above and below, and never so little that nothing looks like much. */
function widened(low: number, high: number): [number, number] {
  const middle = (low + high) / 2;
  const half = Math.max(high - low, 180) * 0.56;
  return [middle - half, middle + half];
}
