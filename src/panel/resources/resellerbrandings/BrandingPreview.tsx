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
import styles from "./sketch.module.css";

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
    <Paper component="section" variant="outlined" aria-labelledby="branding-preview" className={styles.preview}>
      <Typography variant="h2" id="branding-preview" className="below-12">
        {translate("branding.preview.title")}
      </Typography>
      <div className={`stack-16 ${styles.sketches}`}>
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
      </div>
      <Typography variant="caption" component="p" color="textSecondary" className={styles.note}>
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
    <figure>
      <div className={styles.sketch} style={style} role="img" aria-label={name}>
        <div className={styles.header}>
          {logo ? (
            <img
              className={mode === "dark" ? `${styles.brandLogo} ${styles.brandLogoDark}` : styles.brandLogo}
              src={logo}
              alt=""
            />
          ) : (
            <>
              <span className={styles.mark} />
              <b>{translate("app.product")}</b>
            </>
          )}
        </div>
        <div className={styles.body}>
          <div className={styles.menu}>
            <span className={styles.current}>{translate("branding.preview.current")}</span>
            <span>{translate("branding.preview.entry")}</span>
          </div>
          <div className={`row ${styles.page}`}>
            <span className={styles.link}>{translate("branding.preview.link")}</span>
            <span className={styles.button}>{translate("branding.preview.save")}</span>
            <span className={`${styles.button} ${styles.outlined}`}>{translate("branding.preview.cancel")}</span>
          </div>
        </div>
      </div>
      <figcaption className={`note ${styles.caption}`}>{name}</figcaption>
    </figure>
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
    <figure>
      <div
        className={`${styles.sketch} ${styles.care}`}
        style={{ color: font, background: ground }}
        role="img"
        aria-label={name}
      >
        {logo && <img className={styles.brandLogo} src={logo} alt="" />}
        <b>{translate("branding.preview.calls")}</b>
        <span className={styles.underlined}>{translate("branding.preview.link")}</span>
      </div>
      <figcaption className={`note ${styles.caption}`}>{name}</figcaption>
    </figure>
  );
}
