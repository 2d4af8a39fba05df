import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import type { CSSProperties, ReactNode } from "react";
import type { ColourTokens, Mode } from "../../theme/tokens.ts";
import "./sketch.css";

interface PanelSketchProps {
  /** What it shows, in words. */
  readonly name: string;
  readonly mode: Mode;
  readonly colours: ColourTokens;
  readonly logo: string | null;
}

const custom: readonly (readonly [property: string, token: keyof ColourTokens])[] = [
  ["--sketch-ground", "ground"],
  ["--sketch-surface", "surface"],
  ["--sketch-line", "line"],
  ["--sketch-text", "text"],
  ["--sketch-accent", "accent"],
  ["--sketch-strong", "accentStrong"],
  ["--sketch-soft", "accentSoft"],
  ["--sketch-on", "onAccent"],
];

/** This panel in small: header, menu, a link and buttons. Its pieces do nothing. */
export function PanelSketch({ name, mode, colours, logo }: PanelSketchProps): ReactNode {
  const translate = useTranslate();
  const style = Object.fromEntries(custom.map(([property, token]) => [property, colours[token]])) as CSSProperties;
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <div className="sketch" style={style} role="img" aria-label={name}>
        <div className="sketch-header">
          {logo ? (
            <img className={mode === "dark" ? "brand-logo brand-logo-dark" : "brand-logo"} src={logo} alt="" />
          ) : (
            <>
              <span className="sketch-mark" />
              <b>{translate("app.product")}</b>
            </>
          )}
        </div>
        <div className="sketch-body">
          <div className="sketch-menu">
            <span className="sketch-current">{translate("branding.preview.current")}</span>
            <span>{translate("branding.preview.entry")}</span>
          </div>
          <div className="sketch-page">
            <span className="sketch-link">{translate("branding.preview.link")}</span>
            <span className="sketch-button">{translate("branding.preview.save")}</span>
            <span className="sketch-button sketch-outlined">{translate("branding.preview.cancel")}</span>
          </div>
        </div>
      </div>
      <Box component="figcaption" sx={{ typography: "caption", color: "text.secondary", mt: 0.5 }}>
        {name}
      </Box>
    </Box>
  );
}
