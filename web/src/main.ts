import { mount } from "svelte";
import App from "./App.svelte";
import { keepPage } from "./lib/install";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/ui.css";

const target = document.getElementById("page");
if (target) mount(App, { target });
keepPage();

// whoever uses keys sees where the focus is, also where the page has put it
addEventListener("keydown", () => document.documentElement.toggleAttribute("data-keys", true), true);
addEventListener("pointerdown", () => document.documentElement.removeAttribute("data-keys"), true);
