import { addResourceTexts, addTexts } from "../../providers/i18nProvider.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** Resources whose fields a refusal can name. */
const named = ["customercontacts", "customers", "subscribers", "pbxdevices"];

const loadTexts = (...parts: string[]) =>
  Promise.all([addResourceTexts(...named), ...["provisioning", "forms", "rules", ...parts].map(addTexts)]);

/** Running a template for one or for many, and writing it. */
export const provisioningTabs: readonly OwnTab[] = [
  {
    path: "form",
    load: async () => {
      const [{ FormTab }] = await Promise.all([import("./FormTab.tsx"), loadTexts()]);
      return FormTab;
    },
  },
  {
    path: "csv",
    load: async () => {
      const [{ CsvTab }] = await Promise.all([import("./CsvTab.tsx"), loadTexts("upload")]);
      return CsvTab;
    },
  },
  {
    path: "editor",
    load: async () => {
      const [{ EditorTab }] = await Promise.all([import("./EditorTab.tsx"), loadTexts("invoices")]);
      return EditorTab;
    },
  },
];
