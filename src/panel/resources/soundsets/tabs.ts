import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** All handles with their effective sounds, which a set's own files alone do not show. */
export const soundsetTabs: readonly OwnTab[] = [
  {
    path: "handles",
    load: async () => {
      const [{ HandlesTab }] = await Promise.all([import("./HandlesTab.tsx"), addTexts("sounds"), addTexts("forms")]);
      return HandlesTab;
    },
  },
];
