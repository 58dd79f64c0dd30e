import { mount } from "svelte";
import "./lib/tokens.css";
import "./lib/type.css";
import "./lib/base.css";
import "./pages/parts/parts.css";
import "./lib/theme.svelte";
import "./lib/display.svelte";
import { keepsPuzzles, startWorker } from "./lib/app.svelte";
import App from "./App.svelte";

/** The worker, and what it is to have at hand. */
async function prepare(): Promise<void> {
  if ((await startWorker()) && (await keepsPuzzles()))
    await (await import("./pages/puzzle/keep")).keepPuzzles();
}

void prepare();
mount(App, { target: document.getElementById("app")! });
