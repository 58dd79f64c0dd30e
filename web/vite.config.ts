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

/** What the page of a table and the boards have in common, beside what home needs too: one file instead of six. */
const SHARED = new RegExp(
  [
    "/svelte/src/(internal/client/dom/elements/bindings/size|transition/index|easing/index)\\.js",
    "/src/lib/(speech|sound)\\.svelte\\.ts|/src/lib/instruments\\.ts|/src/pages/table/sounds\\.ts",
    "/src/lib/ui/(Carried|carry|Choices|choices|Finger|Segments|Switch|Track)\\.(svelte|ts|svelte\\.ts)",
    "/src/pages/(parts/Comfort|table/Banner)\\.svelte",
    "/src/messages/messages/table_[a-z_]+\\.js",
  ]
    .map((paths) => `(${paths})(\\?|$)`)
    .join("|"),
);

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
    manifest: true, // from which the server tells a browser what a table will need
    target: "es2022",
    assetsInlineLimit: 0, // the server's Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        chunkFileNames: (chunk) => `assets/${gameOf(chunk.facadeModuleId)}-[hash].js`,
        manualChunks: (module) => (SHARED.test(module) ? "shared" : undefined),
        onlyExplicitManualChunks: true,
        experimentalMinChunkSize: 12_000, // a browser asks for six files at a time
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
});
