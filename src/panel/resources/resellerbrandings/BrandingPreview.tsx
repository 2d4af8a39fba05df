import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { parseFileValue, removedFile } from "../../../core/validation/fileValue.ts";
import { parseColour, toHex } from "../../../core/values/colour.ts";
import { useFormValues } from "../../kinds/controls/formValues.ts";
import { useStoredFile } from "../../kinds/file/StoredPicture.tsx";
import { readText } from "../../providers/rest.ts";
import { accentOf } from "../../ui/theme/accent.ts";
import { propertiesOf } from "../../ui/theme/colourMode.ts";
import { type ColourTokens, type Mode, tokens } from "../../ui/theme/tokens.ts";
import styles from "./sketch.module.css";

const watched = ["id", "logo", "logo_image_type", "csc_color_primary", "csc_color_secondary"];
const modes = ["light", "dark"] as const;

/** Live preview of the panel and of the self-care pages. */
export function BrandingPreview(): ReactNode {
  const translate = useTranslate();
  const values = useFormValues(watched);
  const logo = useLogo(values);
  const font = parseColour(readText(values, "csc_color_primary") ?? "");
  const ground = parseColour(readText(values, "csc_color_secondary") ?? "");
  return (
    <Paper component="section" variant="outlined" aria-labelledby="branding-preview" className="pad-16">
      <Typography variant="h2" id="branding-preview" className="below-12">
        {translate("branding.preview.title")}
      </Typography>
      <div className="halves">
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
      <Typography variant="caption" component="p" color="textSecondary" className="above-12">
        {translate("branding.preview.note")}
      </Typography>
    </Paper>
  );
}

/** URL of the logo: the one just chosen, otherwise the stored one. */
function useLogo({ id, logo: value, logo_image_type: type }: WireRecord): string | null {
  const storedUrl = useStoredFile("resellerbrandinglogos", typeof id === "number" && type !== null ? id : undefined);
  if (value === removedFile) return null;
  return typeof value === "string" && parseFileValue(value) ? value : storedUrl;
}

interface PanelSketchProps {
  /** Its description. */
  readonly name: string;
  readonly mode: Mode;
  readonly colours: ColourTokens;
  readonly logo: string | null;
}

/** A miniature of this panel: header, menu, a link and buttons, all inert. */
function PanelSketch({ name, mode, colours, logo }: PanelSketchProps): ReactNode {
  const translate = useTranslate();
  return (
    <figure>
      <div
        className={`text-12 tight cut round-8 ${styles.sketch}`}
        style={propertiesOf(colours)}
        role="img"
        aria-label={name}
      >
        <div className={`line ${styles.header}`}>
          {logo ? (
            <img className={`${styles.brandLogo} ${mode === "dark" ? styles.brandLogoDark : ""}`} src={logo} alt="" />
          ) : (
            <>
              <span className={styles.mark} />
              <b>{translate("app.product")}</b>
            </>
          )}
        </div>
        <div className={styles.body}>
          <div className={`stack gap-4 packed ${styles.menu}`}>
            <span className={styles.current}>{translate("branding.preview.current")}</span>
            <span>{translate("branding.preview.entry")}</span>
          </div>
          <div className={`card row ${styles.page}`}>
            <span className="full accent">{translate("branding.preview.link")}</span>
            <span className={`strong round-6 ${styles.button}`}>{translate("branding.preview.save")}</span>
            <span className={`strong round-6 ${styles.button} ${styles.outlined}`}>
              {translate("branding.preview.cancel")}
            </span>
          </div>
        </div>
      </div>
      <figcaption className="note tight above-4">{name}</figcaption>
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
        className={`flex column top gap-8 text-12 tight cut round-8 ${styles.sketch} ${styles.care}`}
        style={{ color: font, background: ground }}
        role="img"
        aria-label={name}
      >
        {logo && <img className={styles.brandLogo} src={logo} alt="" />}
        <b>{translate("branding.preview.calls")}</b>
        <span className="underlined">{translate("branding.preview.link")}</span>
      </div>
      <figcaption className="note tight above-4">{name}</figcaption>
    </figure>
  );
}
