// What can't wait for the page. How it looks, as this device remembers it: before anything is painted, so that nothing
// changes under the eyes (lib/theme.svelte.ts and lib/display.svelte.ts have the choices). And the connection to a table,
// which is made while the rest of the page is on its way (lib/live/browser.ts takes it over).
(function () {
  var root = document.documentElement.dataset;
  var kept = function (name) {
    try {
      return localStorage.getItem("faubourg." + name);
    } catch (problem) {
      return null;
    }
  };
  var theme = kept("theme");
  var text = kept("text");
  var contrast = kept("contrast") || (matchMedia("(prefers-contrast: more)").matches ? "more" : "usual");
  if (theme === "light" || theme === "dark") root.theme = theme;
  if (text === "large" || text === "largest") root.text = text;
  if (contrast === "more") root.contrast = contrast;
  var table = /^\/t\/[^/]+$/.exec(location.pathname);
  if (table)
    window.earlyLine = new WebSocket(
      location.origin.replace(/^http/, "ws") + table[0].replace("/t/", "/api/tables/") + "/live",
    );
})();
