import type { ColourTokens } from "./tokens.ts";

/** By day: white sheets on a cool grey ground. */
export const light: ColourTokens = {
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
