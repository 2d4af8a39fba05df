import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useLocale, useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { contrastOf, nearestReadable, over, parseColour, readableContrast, toHex } from "../../../core/colour.ts";
import { useFormValue } from "../../kinds/controls/formValues.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { FieldComponentProps } from "../../views/form/override.ts";

/** The colour of text, and whether it can be read on the colour behind it. */
export function FontColourInput({ mode: _, record: __, ...props }: FieldComponentProps): ReactNode {
  return (
    <Stack spacing={1}>
      <KindInput {...props} />
      <ContrastNote {...props} />
    </Stack>
  );
}

/** Customers' pages are white where the reseller has chosen no ground. */
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
  const ratio = contrastOf(over(font, opaque), opaque);
  // Rounded down: 4.496 is not enough, and must not look as if it were.
  const shown = (Math.floor(ratio * 100) / 100).toLocaleString(locale);
  if (ratio >= readableContrast) {
    return (
      <Typography variant="caption" color="textSecondary" role="status">
        {translate("branding.contrast.good", { ratio: shown })}
      </Typography>
    );
  }
  const better = toHex(nearestReadable(over(font, opaque), [opaque]));
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
      {translate("branding.contrast.low", { ratio: shown, colour: better })}
    </Alert>
  );
}
