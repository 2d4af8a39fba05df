import CssBaseline from "@mui/material/CssBaseline";
import { createTheme, StyledEngineProvider, type Theme, ThemeProvider } from "@mui/material/styles";
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";
import { useStore } from "react-admin";
import { ownReseller } from "../../../core/access/viewAs.ts";
import { waitForFirstPage } from "../../providers/firstPage.ts";
import { useAccess, useStartupData } from "../../providers/StartupDataContext.tsx";
import type { Accent } from "./accent.ts";
import { useBrand } from "./brand.ts";
import {
  applyMode,
  type Density,
  densityPreference,
  onSystemModeChange,
  resolveMode,
  type ThemeChoice,
  themePreference,
} from "./colourMode.ts";
import { buildComponents } from "./components.ts";
import { fontFamily, fontSizes, fontWeights, type Mode, tokens } from "./tokens.ts";

/** The user's theme and density, stored in this browser. */
export function useAppearance() {
  const [choice, setChoice] = useStore<ThemeChoice>(themePreference, "system");
  const [density, setDensity] = useStore<Density>(densityPreference, "comfortable");
  return { choice, setChoice, density, setDensity };
}

export function PanelTheme({ children }: { children: ReactNode }) {
  const { choice, density } = useAppearance();
  const mode = useSyncExternalStore(onSystemModeChange, () => resolveMode(choice));
  useOwnBrand();
  const accent = useBrand()?.accents?.[mode];
  const theme = useMemo(() => buildTheme(mode, density, accent), [mode, density, accent]);
  useEffect(() => applyMode(mode, accent), [mode, accent]);
  return (
    // Before our own sheets, which have the last word with names as specific.
    <StyledEngineProvider injectFirst>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </StyledEngineProvider>
  );
}

/** Loads the brand of the user's reseller once the page has rendered. */
function useOwnBrand(): void {
  const { admin } = useStartupData();
  const { isViewing } = useAccess();
  const resellerId = isViewing ? null : ownReseller(admin);
  useEffect(() => {
    if (resellerId === null) return;
    let isOver = false;
    const load = async () => {
      await waitForFirstPage();
      if (!isOver) await (await import("./loadBrand.ts")).loadBrand(resellerId);
    };
    // The panel's own look is good enough if anything fails here.
    load().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [resellerId]);
}

/** A MUI theme from a mode's colours, of which light.ts and dark.ts are the two. A brand replaces the accent. */
function buildTheme(mode: Mode, density: Density, accent?: Accent): Theme {
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
