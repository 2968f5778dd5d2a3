import { mount } from "svelte";
import App from "./App.svelte";
import { keepPage } from "./lib/install";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/ui.css";

const target = document.getElementById("page");
if (target) mount(App, { target });
keepPage();
