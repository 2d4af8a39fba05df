import { addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** Every occasion with its sound, also those that a set has nothing for: its files alone do not say what is heard. */
export const soundsetTabs: readonly OwnTab[] = [
  {
    path: "handles",
    load: async () => {
      const [{ HandlesTab }] = await Promise.all([import("./HandlesTab.tsx"), addTexts("sounds"), addTexts("forms")]);
      return HandlesTab;
    },
  },
];
