import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { parseColour, toHex } from "../../../core/colour.ts";
import { parseFileValue, removedFile } from "../../../core/fileValue.ts";
import { useFormValues } from "../../kinds/controls/formValues.ts";
import { useStoredFile } from "../../kinds/file/useStoredFile.ts";
import { accentOf } from "../../theme/accent.ts";
import { tokens } from "../../theme/tokens.ts";
import { PanelSketch } from "./PanelSketch.tsx";
import { SelfCareSketch } from "./SelfCareSketch.tsx";

const watched = ["id", "logo", "csc_color_primary", "csc_color_secondary"];
const modes = ["light", "dark"] as const;

/** What the form would make of the panel and of the customers' pages, while it is being filled in. */
export function BrandingPreview(): ReactNode {
  const translate = useTranslate();
  const values = useFormValues(watched);
  const logo = useLogo(values.logo, values.id);
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

/** Address of the logo: the one just chosen, else the stored one. */
function useLogo(value: unknown, id: string | number | boolean | null | object | undefined): string | null {
  const stored = useStoredFile("resellerbrandinglogos", typeof id === "number" ? id : undefined);
  if (value === removedFile) return null;
  return typeof value === "string" && parseFileValue(value) ? value : stored;
}
