import "@fontsource-variable/libre-franklin/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { showLanguage } from "./lib/i18n.svelte";
import { showTheme, watchSystem } from "./lib/theme.svelte";

showTheme();
watchSystem();
showLanguage();
mount(App, { target: document.getElementById("app") as HTMLElement });
