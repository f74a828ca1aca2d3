import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { HtmlTagDescriptor, Plugin, ResolvedConfig } from "vite";

/** Languages, each by its own name; the first is what the site's root shows. */
const LANGUAGES = { en: "English", fr: "Français", es: "Español" } as const;
type Language = keyof typeof LANGUAGES;

/** What the choice of them is called. */
const LABEL: Record<Language, string> = { en: "Language", fr: "Langue", es: "Idioma" };

/** The pages of each language: the file's name, and the folder of what stands in it. */
const PAGES = [
  { file: "index.html", text: "article" },
  { file: "teach.html", text: "teach" },
] as const;

const root = fileURLToPath(new URL(".", import.meta.url));

interface Page {
  /** Below the site's root: `fr/index.html`. */
  path: string;
  file: string;
  language: Language;
  /** Where its words are. */
  text: string;
}

/** Every page that has been written. */
const pages: readonly Page[] = PAGES.flatMap(({ file, text }) =>
  (Object.keys(LANGUAGES) as Language[]).map((language) => ({
    path: language === "en" ? file : `${language}/${file}`,
    file,
    language,
    text: `${root}www/${text}/${language}.html`,
  })),
).filter(({ text }) => existsSync(text));

/** What a build of the site begins with. */
export const inputs: readonly string[] = pages.map(({ path }) => root + path);

/**
 * Makes the pages of `index.html`, the shell of them all, and of the words in
 * `www/article/` and `www/teach/`, one file a language. Such a file begins with
 * its `<title>` and its description. The page at the root goes on to the
 * language that the reader's browser asks for, unless `?lang=` names one.
 */
export function sitePages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "site-pages",
    configResolved(resolved) {
      config = resolved;
    },
    resolveId(id) {
      return inputs.includes(id) ? id : undefined;
    },
    load(id) {
      return inputs.includes(id) ? shell() : undefined;
    },
    configureServer(server) {
      server.watcher.add(pages.map(({ text }) => text));
      server.watcher.on("change", (file) => {
        if (pages.some(({ text }) => text === file)) server.ws.send({ type: "full-reload" });
      });
      // All of them are the shell; its words are put in by the address that was asked for.
      server.middlewares.use((request, _response, next) => {
        if (pageAt(request.url ?? "") !== undefined) request.url = "/index.html";
        next();
      });
    },
    transformIndexHtml: {
      order: "pre",
      handler(html, { path, originalUrl }) {
        const page = pageAt(originalUrl ?? path);
        if (page === undefined) throw new Error(`there is no page ${originalUrl ?? path}`);
        const alternate = (hreflang: string, href: string): HtmlTagDescriptor => ({
          tag: "link",
          // Pages, not files to be packed.
          attrs: { "vite-ignore": true, rel: "alternate", hreflang, href },
        });
        const tags = others(page).map((other) => alternate(other.language, link(page, other)));
        tags.push(alternate("x-default", link(page, { ...page, language: "en" }, "")));
        // It waits for nothing but itself: a page in the wrong language is not shown first.
        if (page.language === "en") tags.push({ tag: "script", attrs: { "vite-ignore": true, src: `${config.base}language.js` } });
        return { html: fill(html, page, switcher(page)), tags };
      },
    },
  };

  function pageAt(address: string): Page | undefined {
    const { pathname } = new URL(address, "http://site/");
    const path = pathname.slice(pathname.startsWith(config.base) ? config.base.length : 1);
    return pages.find((page) => page.path === path || page.path === `${path}index.html`);
  }
}

/** The article in one file, all its languages in it: the one that is asked for is put in place before it is shown. */
export function onePage(): Plugin {
  return {
    name: "one-page",
    transformIndexHtml: {
      order: "pre",
      handler(html) {
        const article = pages.filter(({ file }) => file === "index.html");
        const [shown, ...rest] = article;
        if (shown === undefined) throw new Error("there is no article");
        const nav = (page: Page): string => languages(page, article, ({ language }) => `?lang=${language}`);
        const kept = rest.map((page) => {
          const { title, body } = words(page);
          return `<template lang="${page.language}" data-title="${title}">\n${nav(page)}\n${alone(body)}</template>`;
        });
        const script = `<script>${choose(rest.map(({ language }) => language))}</script>`;
        return fill(html, shown, nav(shown), alone).replace("</body>", `${kept.join("\n")}\n${script}\n  </body>`);
      },
    },
  };
}

function shell(): string {
  return readFileSync(`${root}index.html`, "utf8");
}

function words({ text }: Page): { head: string; title: string; body: string } {
  const whole = readFileSync(text, "utf8");
  const at = whole.indexOf("\n\n");
  const head = whole.slice(0, at);
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1];
  if (title === undefined) throw new Error(`${text} does not begin with its title`);
  return { head, title, body: whole.slice(at + 2) };
}

function fill(html: string, page: Page, nav: string, change = (body: string): string => body): string {
  const { head, body } = words(page);
  // By functions: a text may hold what a replacement's pattern would read.
  return html
    .replace('lang="en"', () => `lang="${page.language}"`)
    .replace("<!--head-->", () => head)
    .replace("<!--article-->", () => `${nav}\n${change(body)}`);
}

/** Without what leads to other pages: one file has none. */
function alone(body: string): string {
  return body.replace(/<(\w+)[^>]* data-site[^>]*>.*?<\/\1>/gs, "");
}

/** The same page in each language that has it. */
function others({ file }: Page): Page[] {
  return pages.filter((page) => page.file === file);
}

/** Relative, so that the site works below any path; English by name, or the browser's language would be shown again. */
function link(from: Page, to: Page, query = to.language === "en" ? "?lang=en" : ""): string {
  const up = from.language === "en" ? "" : "../";
  const path = to.language === "en" ? up : `${up}${to.language}/`;
  return `${path}${to.file === "index.html" ? "" : to.file}${query}` || "./";
}

function switcher(page: Page): string {
  return languages(page, others(page), (other) => link(page, other));
}

function languages(page: Page, all: readonly Page[], href: (other: Page) => string): string {
  if (all.length < 2) return "";
  const links = all.map((other) => {
    const { language } = other;
    const current = other.language === page.language ? ' aria-current="page"' : "";
    return `<a href="${href(other)}" lang="${language}" hreflang="${language}"${current}>${LANGUAGES[language]}</a>`;
  });
  return `<nav class="languages" aria-label="${LABEL[page.language]}">${links.join(" ")}</nav>`;
}

/** In one file: the article of the language that is named, or else of the first of the browser's. */
function choose(known: readonly Language[]): string {
  return [
    `(()=>{const n=new URLSearchParams(location.search).get("lang"),k=${JSON.stringify(["en", ...known])};`,
    `const l=(n?[n]:navigator.languages).map(t=>t.toLowerCase().split("-")[0]).find(t=>k.includes(t));`,
    `const t=l&&document.querySelector('template[lang="'+l+'"]');if(!t)return;`,
    `document.documentElement.lang=l;document.title=t.dataset.title;document.body.replaceChildren(t.content)})()`,
  ].join("");
}
