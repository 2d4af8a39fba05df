import type { Theme } from "@mui/material/styles";
import { createTheme } from "@mui/material/styles";
import type { Accent } from "./accent.ts";
import type { Density } from "./colourMode.ts";
import { buildComponents } from "./components.ts";
import { fontFamily, fontSizes, fontWeights, type Mode, tokens } from "./tokens.ts";

/** A MUI theme from a mode's colours, of which light.ts and dark.ts are the two. A brand replaces the accent. */
export function buildTheme(mode: Mode, density: Density, accent?: Accent): Theme {
  const colours = { ...tokens[mode], ...accent };
  const text = { fontSize: fontSizes.text, lineHeight: "20px" };
  const section = { fontSize: fontSizes.section, fontWeight: fontWeights.strong, lineHeight: "22px" };
  const title = {
    fontSize: fontSizes.title,
    fontWeight: fontWeights.strong,
    lineHeight: "28px",
    letterSpacing: "-0.01em",
  };
  const note = { fontSize: fontSizes.note, lineHeight: "16px" };
  return createTheme({
    palette: {
      mode,
      primary: {
        main: colours.accent,
        dark: colours.accentStrong,
        light: colours.accentSoft,
        contrastText: colours.onAccent,
      },
      secondary: { main: colours.quiet },
      error: { main: colours.danger, light: colours.dangerSoft },
      warning: { main: colours.warning, light: colours.warningSoft },
      success: { main: colours.success, light: colours.successSoft },
      info: { main: colours.info, light: colours.infoSoft },
      background: { default: colours.ground, paper: colours.surface },
      text: { primary: colours.text, secondary: colours.quiet },
      divider: colours.line,
    },
    shape: { borderRadius: 8 },
    // Respects prefers-reduced-motion.
    motion: { reducedMotion: "system" },
    typography: {
      fontFamily,
      fontSize: fontSizes.text,
      fontWeightMedium: fontWeights.strong,
      fontWeightBold: fontWeights.strong,
      h1: { ...title, overflowWrap: "anywhere" },
      h2: section,
      h3: section,
      h4: section,
      h5: section,
      h6: section,
      subtitle1: { ...text, fontWeight: fontWeights.strong },
      subtitle2: { ...text, fontWeight: fontWeights.strong },
      body1: text,
      body2: text,
      button: { ...text, textTransform: "none", fontWeight: fontWeights.strong },
      caption: note,
      overline: { ...note, fontWeight: fontWeights.strong, textTransform: "none" },
    },
    components: buildComponents(colours, density),
  });
}
