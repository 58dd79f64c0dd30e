// How the page looks, as this device remembers it: before anything is painted, so that nothing changes under the eyes.
// lib/theme.svelte.ts and lib/display.svelte.ts have the choices.
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
})();
