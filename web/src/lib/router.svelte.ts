/** The router: which page is shown, by the address; pages change without loading anew. */

let path = $state(location.pathname);

export const route = {
  get path(): string {
    return path;
  },
};

addEventListener("popstate", () => (path = location.pathname));

/** Show another page, `/rules/cities` or `/t/ID#KEY`. With `instead` the way back does not lead here. */
export function go(to: string, { instead = false } = {}): void {
  const address = new URL(to, location.href);
  history[instead ? "replaceState" : "pushState"](null, "", address);
  path = address.pathname;
  scrollTo({ top: 0, behavior: "instant" });
}

/** For `onclick` of the page's own links: plain clicks stay in the page, all others are the browser's. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.href);
}
