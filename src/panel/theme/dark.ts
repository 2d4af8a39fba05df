import type { ColourTokens } from "./tokens.ts";

/** By night: designed, not inverted; colours are lighter and less saturated than by day. */
export const dark: ColourTokens = {
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
