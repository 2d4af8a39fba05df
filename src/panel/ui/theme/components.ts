import type { ThemeOptions } from "@mui/material/styles";
import type { Density } from "./colourMode.ts";
import { type ColourTokens, fontSizes, fontWeights } from "./tokens.ts";

type Components = ThemeOptions["components"];

/** Overrides of MUI components: flat, quiet, dense, with a visible focus. */
export function buildComponents(colours: ColourTokens, density: Density): Components {
  const isCompact = density === "compact";
  const focusRing = { outline: `2px solid ${colours.accent}`, outlineOffset: 2 };
  const innerFocusRing = { ...focusRing, outlineOffset: -2 };
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontFeatureSettings: '"cv05", "ss03"' },
        "::selection": { background: colours.accentSoft, color: colours.text },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true, size: isCompact ? "small" : "medium" },
      styleOverrides: {
        root: {
          minHeight: isCompact ? 28 : 34,
          textTransform: "none",
          fontWeight: fontWeights.strong,
          whiteSpace: "nowrap",
          "&.Mui-focusVisible": focusRing,
        },
      },
    },
    MuiIconButton: {
      defaultProps: { size: "small" },
      styleOverrides: {
        root: { minWidth: 28, minHeight: 28, borderRadius: 6, "&.Mui-focusVisible": focusRing },
      },
    },
    MuiToggleButton: { styleOverrides: { root: { color: colours.quiet } } },
    MuiListItemButton: {
      styleOverrides: {
        root: {
          minHeight: isCompact ? 28 : 34,
          paddingTop: 2,
          paddingBottom: 2,
          borderRadius: 6,
          "&.Mui-focusVisible": innerFocusRing,
          "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: colours.accentSoft, color: colours.accentStrong },
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: { minHeight: isCompact ? 28 : 34, fontSize: fontSizes.text, "&.Mui-focusVisible": innerFocusRing },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: "none" } } },
    MuiMenu: { styleOverrides: { paper: floating(colours) } },
    MuiPopover: { styleOverrides: { paper: floating(colours) } },
    MuiDialog: { styleOverrides: { paper: floating(colours) } },
    MuiAutocomplete: { styleOverrides: { paper: floating(colours) } },
    MuiTooltip: {
      defaultProps: { enterDelay: 400, arrow: false },
      styleOverrides: {
        tooltip: {
          backgroundColor: colours.text,
          color: colours.surface,
          fontSize: fontSizes.note,
          fontWeight: fontWeights.normal,
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { padding: isCompact ? "3px 10px" : "7px 12px", borderColor: colours.line, lineHeight: "20px" },
        head: {
          backgroundColor: colours.surface,
          color: colours.quiet,
          fontSize: fontSizes.note,
          fontWeight: fontWeights.strong,
          whiteSpace: "nowrap",
        },
      },
    },
    MuiTableRow: { styleOverrides: { root: { "&.MuiTableRow-hover:hover": { backgroundColor: colours.sunken } } } },
    MuiTableSortLabel: { styleOverrides: { root: { minHeight: 24, "&:focus-visible": focusRing } } },
    MuiTab: {
      styleOverrides: {
        root: { minHeight: 40, padding: "8px 12px", textTransform: "none", "&.Mui-focusVisible": innerFocusRing },
      },
    },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
    ...inputs(colours, isCompact, focusRing),
    MuiChip: { defaultProps: { size: "small" }, styleOverrides: { root: { borderRadius: 6 } } },
    MuiLink: { defaultProps: { underline: "hover" } },
    MuiAlert: alerts(colours),
  };
}

function alerts(colours: ColourTokens) {
  return {
    styleOverrides: {
      root: {
        alignItems: "center",
        borderRadius: 8,
        padding: "4px 12px",
        boxShadow: "none",
        "&.MuiAlert-colorError": { backgroundColor: colours.dangerSoft, color: colours.danger },
        "&.MuiAlert-colorWarning": { backgroundColor: colours.warningSoft, color: colours.warning },
        "&.MuiAlert-colorSuccess": { backgroundColor: colours.successSoft, color: colours.success },
        "&.MuiAlert-colorInfo": { backgroundColor: colours.infoSoft, color: colours.info },
        // The colours of links elsewhere, visited ones included, are not made for these grounds.
        "& a:not(.MuiButtonBase-root)": { color: "inherit", textDecoration: "underline" },
      },
    },
  };
}

function inputs(colours: ColourTokens, isCompact: boolean, focusRing: object): Components {
  return {
    MuiTextField: { defaultProps: { size: "small", variant: "outlined" } },
    MuiFormControl: { defaultProps: { size: "small" } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { backgroundColor: colours.surface },
        notchedOutline: { borderColor: colours.edge },
        input: { fontSize: fontSizes.text, ...(isCompact ? { paddingTop: 5, paddingBottom: 5 } : {}) },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, fontSize: fontSizes.note } } },
    MuiSwitch: {
      defaultProps: { size: "small" },
      styleOverrides: {
        root: { width: 38, height: 24, padding: 2, marginInline: 6, overflow: "visible" },
        sizeSmall: { width: 38, height: 24, padding: 2, "& .MuiSwitch-thumb": { width: 14, height: 14 } },
        switchBase: {
          "&&": { padding: 5 },
          "&.Mui-checked": { transform: "translateX(14px)", color: colours.surface },
          "&.Mui-checked + .MuiSwitch-track": { backgroundColor: colours.accent, opacity: 1 },
          "&.Mui-focusVisible + .MuiSwitch-track": focusRing,
        },
        thumb: { boxShadow: "none", backgroundColor: colours.surface },
        track: { borderRadius: 10, backgroundColor: colours.edge, opacity: 1 },
      },
    },
    MuiCheckbox: { defaultProps: { size: "small" }, styleOverrides: { root: { padding: 4 } } },
  };
}

function floating(colours: ColourTokens) {
  return { border: `1px solid ${colours.line}`, borderRadius: 8, boxShadow: "0 8px 28px rgb(0 0 0 / 18%)" };
}
