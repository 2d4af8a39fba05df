/** Light mode: white surfaces on a cool grey background. */
const light: ColourTokens = {
  ground: "#f5f7f8",
  surface: "#ffffff",
  sunken: "#eef2f3",
  line: "#dce3e6",
  edge: "#83919a",
  text: "#182126",
  quiet: "#53616a",
  accent: "#0b6672",
  accentStrong: "#084c55",
  accentSoft: "#dff0f2",
  onAccent: "#ffffff",
  danger: "#b3261e",
  dangerSoft: "#fbe9e7",
  warning: "#825500",
  warningSoft: "#fdf1d8",
  success: "#1c6b3c",
  successSoft: "#e2f3e8",
  info: "#1d5a9e",
  infoSoft: "#e4eefa",
};

/** Dark mode: designed, not inverted; colours are lighter and less saturated than in light mode. */
const dark: ColourTokens = {
  ground: "#11171a",
  surface: "#192024",
  sunken: "#20292e",
  line: "#303b41",
  edge: "#73828b",
  text: "#e4eaed",
  quiet: "#a2b0b8",
  accent: "#62c8d3",
  accentStrong: "#8edbe3",
  accentSoft: "#173a40",
  onAccent: "#05262b",
  danger: "#ff9a90",
  dangerSoft: "#43211f",
  warning: "#f0c46c",
  warningSoft: "#3d3117",
  success: "#85d3a0",
  successSoft: "#1a3826",
  info: "#93c1f5",
  infoSoft: "#1b3049",
};

/** The panel's colours by purpose. Login page and MUI themes are both built from them. */
export interface ColourTokens {
  /** Behind everything. */
  readonly ground: string;
  /** Tables, forms, cards. */
  readonly surface: string;
  /** Header cells, hovered rows, the menu. */
  readonly sunken: string;
  /** Separates; carries no meaning. */
  readonly line: string;
  /** Border of interactive elements: at least 3:1 against surface. */
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

/** Font sizes in pixels: notes, text, section titles, page titles. */
export const fontSizes = { note: 12, text: 14, section: 16, title: 22 } as const;

export const fontWeights = { normal: 400, strong: 600 } as const;

/** Pixels. */
export const headerHeight = 48;
