import type { FormOverride } from "../../views/form/override.ts";
import { BrandingPreview } from "./BrandingPreview.tsx";
import { CssInput } from "./CssInput.tsx";
import { FontColourInput } from "./FontColourInput.tsx";

/** Where one gets to this form says whose branding it is. */
export const brandingForm: FormOverride = {
  fieldComponents: { reseller_id: null, csc_color_primary: FontColourInput, css: CssInput },
  Aside: BrandingPreview,
};
