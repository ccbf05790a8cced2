import type { Key } from "../lib/i18n.svelte";
import type { Route } from "../lib/router.svelte";
import type { IconName } from "./icons";

interface Place {
  path: string;
  page: Route["page"];
  words: Key;
  /** For small screens. */
  short: Key;
  icon: IconName;
}

/** Where the navigation leads; the account has its own place. */
export const PLACES: readonly Place[] = [
  { path: "/", page: "home", words: "nav.games", short: "nav.games", icon: "games" },
  { path: "/new", page: "new", words: "nav.new", short: "nav.new.short", icon: "plus" },
  { path: "/settings", page: "settings", words: "nav.settings", short: "nav.settings", icon: "settings" },
  { path: "/help", page: "help", words: "nav.help", short: "nav.help", icon: "help" },
];
