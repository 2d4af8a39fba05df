import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { useStore } from "ra-core";
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";
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
import { useOwnBrand } from "./useOwnBrand.ts";

/** The person's theme and density, remembered on this machine. */
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
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
}
