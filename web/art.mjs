/**
 * Renders the drawings that each game exports (src/games/GAME/art/exported.ts) as JSON on standard output, with their
 * styles; scripts/art.py has a browser compute what they look like.
 */
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createServer } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = await createServer({
  root: here("."),
  configFile: false,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  plugins: [svelte({ emitCss: false, compilerOptions: { css: "injected" } })],
  resolve: { alias: { $lib: here("src/lib"), $messages: here("src/messages/messages.js") } },
});
const { render } = await server.ssrLoadModule("svelte/server");
const styles = ["src/lib/tokens.css"];
const games = {};
let head = "";
for (const game of readdirSync(here("src/games"))) {
  const path = `src/games/${game}/art/exported.ts`;
  if (!existsSync(here(path))) continue;
  if (existsSync(here(`src/games/${game}/palette.css`))) styles.push(`src/games/${game}/palette.css`);
  const { default: drawings } = await server.ssrLoadModule(`/${path}`);
  games[game] = {};
  for (const [name, drawing] of Object.entries(drawings)) {
    if (typeof drawing === "string") games[game][name] = drawing;
    else {
      const made = render(drawing[0], { props: drawing[1] });
      games[game][name] = made.body;
      if (!head.includes(made.head)) head += made.head;
    }
  }
}
const css = styles.map((path) => readFileSync(here(path), "utf8")).join("\n");
process.stdout.write(JSON.stringify({ head: `<style>${css}</style>${head}`, games }), () => process.exit(0));
