import { mount } from "svelte";
import "./lib/tokens.css";
import "./lib/type.css";
import "./lib/base.css";
import "./pages/parts/parts.css";
import "./lib/theme.svelte";
import "./lib/display.svelte";
import { startWorker } from "./lib/app.svelte";
import App from "./App.svelte";

startWorker();
mount(App, { target: document.getElementById("app")! });
