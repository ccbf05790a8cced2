/** Paper, night train, high contrast, or what the system says; and whether things may move. */

import { remember, remembered } from "./storage";

export const THEMES = ["system", "paper", "night", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

export const MOTIONS = ["system", "on", "off"] as const;
export type Motion = (typeof MOTIONS)[number];

/** The ground of the page, for the frame that the browser draws around it. */
export const GROUND = { light: "#f5efe1", dark: "#12161d" };

export function oneOf<T extends string>(list: readonly T[], stored: string | null): T {
  return list.find((item) => item === stored) ?? (list[0] as T);
}

let currentTheme = $state<Theme>(oneOf(THEMES, remembered("theme")));
let currentMotion = $state<Motion>(oneOf(MOTIONS, remembered("motion")));

export function theme(): Theme {
  return currentTheme;
}

export function setTheme(theme: Theme): void {
  currentTheme = theme;
  remember("theme", theme);
  showTheme();
}

export function motion(): Motion {
  return currentMotion;
}

export function setMotion(motion: Motion): void {
  currentMotion = motion;
  remember("motion", motion);
  showTheme();
}

let systemDark = $state(false);

/** Whether the page is dark now, by choice or by the system. */
export function looksDark(): boolean {
  return currentTheme === "night" || (currentTheme === "system" && systemDark);
}

/** Follow the system's changes between day and night; called once at the start. */
export function watchSystem(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  systemDark = dark.matches;
  dark.addEventListener("change", () => (systemDark = dark.matches));
}

/** For animations made in code; those in CSS follow `--quick` and `--slow`. */
export function mayMove(): boolean {
  if (currentMotion !== "system") return currentMotion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function showTheme(): void {
  const root = document.documentElement;
  root.dataset["theme"] = currentTheme;
  root.dataset["motion"] = currentMotion;
}
