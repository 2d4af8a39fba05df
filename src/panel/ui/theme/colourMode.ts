import { storagePrefix } from "../../providers/session.ts";
import type { Accent } from "./accent.ts";
import { type ColourTokens, fontFamily, type Mode, tokens } from "./tokens.ts";

/** The user's choice; "system" follows the operating system. */
export type ThemeChoice = "light" | "dark" | "system";
export type Density = "comfortable" | "compact";

export const themePreference = "preferences.theme";
export const densityPreference = "preferences.density";

const darkQuery = "(prefers-color-scheme: dark)";

/** The stored choice, for code that runs before the store exists. */
export function readThemeChoice(): ThemeChoice {
  const choice = localStorage.getItem(`${storagePrefix}${themePreference}`);
  if (choice === '"light"') return "light";
  return choice === '"dark"' ? "dark" : "system";
}

export function resolveMode(choice: ThemeChoice): Mode {
  if (choice !== "system") return choice;
  return window.matchMedia(darkQuery).matches ? "dark" : "light";
}

/** Calls back when the operating system switches between light and dark. Returns the unsubscribe function. */
export function onSystemModeChange(listener: () => void): () => void {
  const query = window.matchMedia(darkQuery);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Publishes the mode's colours for style sheets. */
export function applyMode(mode: Mode, accent?: Accent): void {
  const style = document.documentElement.style;
  style.setProperty("color-scheme", mode);
  style.setProperty("--font-family", fontFamily);
  for (const [name, colour] of Object.entries(propertiesOf({ ...tokens[mode], ...accent }))) {
    style.setProperty(name, colour);
  }
}

/** Colours as the custom properties that style sheets use (`--accent-soft`). */
export function propertiesOf(colours: ColourTokens): Record<string, string> {
  const toProperty = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return Object.fromEntries(Object.entries(colours).map(([name, colour]) => [toProperty(name), colour]));
}
