import CssBaseline from "@mui/material/CssBaseline";
import { StyledEngineProvider, ThemeProvider } from "@mui/material/styles";
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";
import { useStore } from "react-admin";
import { ownReseller } from "../../core/viewAs.ts";
import { afterFirstPage } from "../firstPage.ts";
import { useAccess, useFacts } from "../providers/FactsContext.tsx";
import { useBrand } from "./brand.ts";
import { buildTheme } from "./buildTheme.ts";
import {
  applyMode,
  type Density,
  densityPreference,
  onSystemModeChange,
  resolveMode,
  type ThemeChoice,
  themePreference,
} from "./colourMode.ts";

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
  const { admin } = useFacts();
  const { isViewing } = useAccess();
  const resellerId = isViewing ? null : ownReseller(admin);
  useEffect(() => {
    if (resellerId === null) return;
    let isOver = false;
    const load = async () => {
      await afterFirstPage();
      if (!isOver) await (await import("./loadBrand.ts")).loadBrand(resellerId);
    };
    // If anything fails here, the panel's own look is good enough.
    load().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [resellerId]);
}
