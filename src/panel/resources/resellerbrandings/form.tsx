import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useLocale, useTranslate } from "react-admin";
import {
  blendOver,
  contrastOf,
  nearestReadable,
  parseColour,
  readableContrast,
  toHex,
} from "../../../core/values/colour.ts";
import { useFormValue } from "../../kinds/controls/formValues.ts";
import { PlainTextInput } from "../../kinds/controls/TextControl.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { FieldComponentProps, FormOverride } from "../../views/form/override.ts";
import { BrandingPreview } from "./BrandingPreview.tsx";

/** The reseller is determined by where the form is opened. */
export const form: FormOverride<"resellerbrandings"> = {
  fieldComponents: { reseller_id: null, csc_color_primary: FontColourInput, css: CssInput },
  Aside: BrandingPreview,
};

/** A style sheet: monospace, with spaces kept. */
function CssInput(props: FieldComponentProps): ReactNode {
  return <PlainTextInput {...props} Part={KindInput} multiline monospace />;
}

/** The text colour, and its contrast with the background. */
function FontColourInput({ mode: _, record: __, ...props }: FieldComponentProps): ReactNode {
  return (
    <Stack spacing={1}>
      <KindInput {...props} />
      <ContrastNote {...props} />
    </Stack>
  );
}

/** Self-care pages are white where the reseller has chosen no background. */
const white = "#ffffff";

function ContrastNote({
  value,
  onChange,
  readOnly,
}: Pick<FieldComponentProps, "value" | "onChange" | "readOnly">): ReactNode {
  const translate = useTranslate();
  const locale = useLocale();
  const behind = useFormValue("csc_color_secondary");
  const ground = parseColour(String(behind ?? white));
  const font = parseColour(String(value ?? ""));
  if (!font || !ground) return null;
  const opaque = { ...ground, alpha: 1 };
  const ratio = contrastOf(blendOver(font, opaque), opaque);
  // Rounded down: 4.496 is not enough, and must not look as if it were.
  const ratioText = (Math.floor(ratio * 100) / 100).toLocaleString(locale);
  if (ratio >= readableContrast) {
    return (
      <Typography variant="caption" color="textSecondary" role="status">
        {translate("branding.contrast.good", { ratio: ratioText })}
      </Typography>
    );
  }
  const better = toHex(nearestReadable(blendOver(font, opaque), [opaque]));
  return (
    <Alert
      severity="warning"
      role="status"
      action={
        readOnly ? undefined : (
          <Button color="inherit" onClick={() => onChange(better)}>
            {translate("branding.contrast.use", { colour: better })}
          </Button>
        )
      }
    >
      {translate("branding.contrast.low", { ratio: ratioText, colour: better })}
    </Alert>
  );
}
