import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

export const tabs: readonly CustomTab<"resellers">[] = [
  {
    path: "branding",
    labelKey: "details.tabs.branding",
    Tab: lazyComponent(
      () => import("../resellerbrandings/BrandingEditor.tsx"),
      "BrandingTab",
      ["branding", "forms", "rules"],
      ["resellerbrandings"],
    ),
  },
];
