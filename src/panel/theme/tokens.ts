import { dark } from "./dark.ts";
import { light } from "./light.ts";

/** The panel's colours, by what they are for. Login page and MUI themes are both built from light.ts and dark.ts. */
export interface ColourTokens {
  /** Behind everything. */
  readonly ground: string;
  /** Tables, forms, cards. */
  readonly surface: string;
  /** Header cells, hovered rows, the menu. */
  readonly sunken: string;
  /** Separates; carries no meaning. */
  readonly line: string;
  /** Edge of things one can operate: at least 3:1 against surface. */
  readonly edge: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
  readonly accentStrong: string;
  readonly accentSoft: string;
  readonly onAccent: string;
  readonly danger: string;
  readonly dangerSoft: string;
  readonly warning: string;
  readonly warningSoft: string;
  readonly success: string;
  readonly successSoft: string;
  readonly info: string;
  readonly infoSoft: string;
}

export type Mode = "light" | "dark";

export const tokens: Readonly<Record<Mode, ColourTokens>> = { light, dark };

export const fontFamily =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The scale, in pixels: notes, text, section titles, page titles. */
export const fontSizes = { note: 12, text: 14, section: 16, title: 22 } as const;

export const fontWeights = { normal: 400, strong: 600 } as const;
