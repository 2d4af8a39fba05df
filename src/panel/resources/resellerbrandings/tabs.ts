import { addTexts } from "../../providers/i18nProvider.ts";
import { loadResource } from "../../providers/resources.ts";
import type { OwnTab } from "../../views/details/override.ts";

const name = "resellerbrandings";

const branding: OwnTab = {
  path: "branding",
  labelKey: "details.tabs.branding",
  load: async () => {
    const texts = ["branding", "forms", "rules"].map(addTexts);
    const [{ BrandingTab }] = await Promise.all([import("./BrandingEditor.tsx"), loadResource(name), ...texts]);
    return BrandingTab;
  },
};

/** A reseller's tabs that are not lists. */
export const resellerTabs: readonly OwnTab[] = [branding];
