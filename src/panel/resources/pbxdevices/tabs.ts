import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** What a device is given, and whether it has fetched it. */
export const pbxdeviceTabs: readonly OwnTab[] = [
  {
    path: "config",
    load: async () => {
      const [{ FileTab }] = await Promise.all([import("./FileTab.tsx"), ...["devices", "rules"].map(addTexts)]);
      return FileTab;
    },
  },
];
