import "./sketch.css";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { CSSProperties, ReactNode } from "react";
import { useTranslate } from "react-admin";
import { parseColour, toHex } from "../../../core/colour.ts";
import { parseFileValue, removedFile } from "../../../core/fileValue.ts";
import { useFormValues } from "../../kinds/controls/formValues.ts";
import { useStoredFile } from "../../kinds/file/StoredPicture.tsx";
import { accentOf } from "../../theme/accent.ts";
import { type ColourTokens, type Mode, tokens } from "../../theme/tokens.ts";

const watched = ["id", "logo", "logo_image_type", "csc_color_primary", "csc_color_secondary"];
const modes = ["light", "dark"] as const;

/** Live preview of the panel and of the self-care pages. */
export function BrandingPreview(): ReactNode {
  const translate = useTranslate();
  const values = useFormValues(watched);
  const logo = useLogo(values.logo, values.logo_image_type === null ? null : values.id);
  const font = parseColour(String(values.csc_color_primary ?? ""));
  const ground = parseColour(String(values.csc_color_secondary ?? ""));
  return (
    <Paper component="section" variant="outlined" aria-labelledby="branding-preview" sx={{ p: 2 }}>
      <Typography variant="h2" id="branding-preview" sx={{ mb: 1.5 }}>
        {translate("branding.preview.title")}
      </Typography>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        {modes.map((mode) => (
          <PanelSketch
            key={mode}
            mode={mode}
            name={translate(`branding.preview.${mode}`)}
            colours={{ ...tokens[mode], ...(font ? accentOf(font, mode) : {}) }}
            logo={logo}
          />
        ))}
        <SelfCareSketch
          font={font ? toHex(font) : tokens.light.text}
          ground={ground ? toHex(ground) : tokens.light.surface}
          logo={logo}
        />
      </Box>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1.5 }}>
        {translate("branding.preview.note")}
      </Typography>
    </Paper>
  );
}

/** URL of the logo: the one just chosen, otherwise the stored one. */
function useLogo(value: unknown, id: string | number | boolean | null | object | undefined): string | null {
  const stored = useStoredFile("resellerbrandinglogos", typeof id === "number" ? id : undefined);
  if (value === removedFile) return null;
  return typeof value === "string" && parseFileValue(value) ? value : stored;
}

interface PanelSketchProps {
  /** Its description. */
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

/** A miniature of this panel: header, menu, a link and buttons, all inert. */
function PanelSketch({ name, mode, colours, logo }: PanelSketchProps): ReactNode {
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

interface SelfCareSketchProps {
  readonly font: string;
  readonly ground: string;
  readonly logo: string | null;
}

/** A miniature of the self-care pages, in exactly the chosen colours. */
function SelfCareSketch({ font, ground, logo }: SelfCareSketchProps): ReactNode {
  const translate = useTranslate();
  const name = translate("branding.preview.selfCare");
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <div className="sketch sketch-care" style={{ color: font, background: ground }} role="img" aria-label={name}>
        {logo && <img className="brand-logo" src={logo} alt="" />}
        <b>{translate("branding.preview.calls")}</b>
        <span className="sketch-underlined">{translate("branding.preview.link")}</span>
      </div>
      <Box component="figcaption" sx={{ typography: "caption", color: "text.secondary", mt: 0.5 }}>
        {name}
      </Box>
    </Box>
  );
}
