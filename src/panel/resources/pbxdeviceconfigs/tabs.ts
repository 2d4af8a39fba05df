import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** The editor of a configuration's template. */
export const pbxdeviceconfigTabs: readonly OwnTab[] = [
  {
    path: "content",
    load: async () => {
      const [{ TemplateTab }] = await Promise.all([
        import("./TemplateTab.tsx"),
        ...["devices", "forms", "rules"].map(addTexts),
      ]);
      return TemplateTab;
    },
  },
];
