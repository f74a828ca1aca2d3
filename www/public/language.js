// At the site's root, before anything is shown: on to the page in the language that
// `?lang=` names, or else in the first of the browser's languages that there is.
(() => {
  const root = document.documentElement.lang;
  const query = new URLSearchParams(location.search);
  const named = query.get("lang");
  const pages = [...document.querySelectorAll("link[rel=alternate][hreflang]")];
  const wished = (named === null ? navigator.languages : [named]).map((tag) => tag.toLowerCase().split("-")[0]);
  const known = wished.find((tag) => pages.some((page) => page.hreflang === tag));
  if (known === undefined || known === root) return;
  query.delete("lang");
  const page = new URL(pages.find((page) => page.hreflang === known).href);
  page.search = query.toString();
  page.hash = location.hash;
  location.replace(page);
})();
