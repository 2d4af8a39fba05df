import { CssBaseline, ThemeProvider } from "@mui/material";
import { useStore } from "ra-core";
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";
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

/** The person's theme and density, remembered on this machine. */
export function useAppearance() {
  const [choice, setChoice] = useStore<ThemeChoice>(themePreference, "system");
  const [density, setDensity] = useStore<Density>(densityPreference, "comfortable");
  return { choice, setChoice, density, setDensity };
}

export function PanelTheme({ children }: { children: ReactNode }) {
  const { choice, density } = useAppearance();
  const mode = useSyncExternalStore(onSystemModeChange, () => resolveMode(choice));
  const theme = useMemo(() => buildTheme(mode, density), [mode, density]);
  useEffect(() => applyMode(mode), [mode]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
}
