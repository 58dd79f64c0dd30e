import { mount } from "svelte";
import "./lib/tokens.css";
import "./lib/base.css";
import "./pages/parts/parts.css";
import "./lib/theme.svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
