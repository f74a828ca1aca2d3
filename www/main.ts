import "./style.css";
import "./element.ts";
import type { ZeroplaneFigure } from "./element.ts";
import { teach } from "./lesson.ts";
import { readFragment, writeFragment } from "./link.ts";
import { watchTerms } from "./terms.ts";

/** How long after the last change the address is written: browsers limit how often. */
const PAUSE = 400;

const figures: ZeroplaneFigure[] = [...document.querySelectorAll("zeroplane-figure")];
const byId = new Map(figures.map((figure) => [figure.id, figure]));

// The state is in the address: a link opens the same pictures.
function read(): void {
  for (const [id, state] of readFragment(location.hash)) {
    const figure = byId.get(id);
    if (figure !== undefined && figure.state !== state) figure.state = state;
  }
}

let writing: ReturnType<typeof setTimeout> | undefined;

function write(): void {
  const fragment = writeFragment(new Map(figures.map((figure) => [figure.id, figure.state])));
  const known = readFragment(location.hash).size > 0;
  // A fragment that names a place in the page is left alone until there is a state to tell.
  if (fragment === "" && !known) return;
  history.replaceState(null, "", fragment === "" ? location.pathname + location.search : `#${fragment}`);
}

read();
addEventListener("hashchange", read);
// The other language opens with the same pictures.
for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
  link.addEventListener("click", () => {
    write();
    link.hash = location.hash;
  });
}
document.addEventListener("zeroplane-change", () => {
  clearTimeout(writing);
  writing = setTimeout(write, PAUSE);
});

// A term lights up what it names, in the figure of its section or else the nearest.
watchTerms(document.body, (idea, term) => {
  const figure = nearest(term);
  if (figure !== undefined) figure.lit = idea;
});

void teach(document.body);

function nearest(term: HTMLElement): ZeroplaneFigure | undefined {
  const own = term.closest("section")?.querySelector("zeroplane-figure");
  if (own != null) return own;
  const y = (element: Element): number => element.getBoundingClientRect().top;
  const distance = (figure: Element): number => Math.abs(y(figure) - y(term));
  return figures.reduce<ZeroplaneFigure | undefined>(
    (best, figure) => (best === undefined || distance(figure) < distance(best) ? figure : best),
    undefined,
  );
}
