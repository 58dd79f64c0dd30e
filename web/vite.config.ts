/** The page is built into the Python package, which serves it. `npm run dev` uses a running `faubourg serve`. */
import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { messageProject } from "./catalogues";
import { compression } from "./compression";
import { typeface } from "./typeface";

const server = process.env.FAUBOURG_SERVER ?? "http://127.0.0.1:8472";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A board's script is named after its game, whatever it is called in its folder. */
const gameOf = (module: string | null) => /\/games\/([^/]+)\/index\.ts$/.exec(module ?? "")?.[1] ?? "[name]";

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: messageProject(here(".")),
      outdir: here("src/messages"),
      strategy: ["globalVariable", "baseLocale"],
    }),
    svelte(),
    typeface(),
    compression(),
  ],
  resolve: { alias: { $lib: here("src/lib"), $messages: here("src/messages/messages.js") } },
  build: {
    outDir: here("../src/faubourg/server/pages"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the server's Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: { chunkFileNames: (chunk) => `assets/${gameOf(chunk.facadeModuleId)}-[hash].js` },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
});
