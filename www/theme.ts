/**
 * Calls `set` with whether the figure stands on a dark ground, now and at every
 * change. That is the host page's choice, told by `color-scheme`; the figure's
 * own `theme` attribute goes before.
 */
export function watchTheme(host: HTMLElement, set: (dark: boolean) => void, signal: AbortSignal): void {
  const prefers = matchMedia("(prefers-color-scheme: dark)");
  const look = (): void => {
    const scheme = host.getAttribute("theme") ?? getComputedStyle(host).colorScheme;
    set(scheme.includes("dark") && (!scheme.includes("light") || prefers.matches));
  };
  prefers.addEventListener("change", look, { signal });
  const watch = new MutationObserver(look);
  watch.observe(document.documentElement, { attributes: true });
  watch.observe(host, { attributes: true, attributeFilter: ["theme"] });
  signal.addEventListener("abort", () => watch.disconnect());
  look();
}
