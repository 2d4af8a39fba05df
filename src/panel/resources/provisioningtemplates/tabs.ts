import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

/** Resources whose fields an error of a template's run can name. */
const provisioned = ["customercontacts", "customers", "subscribers", "pbxdevices"];

/** Running a template for one or for many, and writing it. */
export const tabs: readonly CustomTab<"provisioningtemplates">[] = [
  {
    path: "form",
    Tab: lazyComponent(() => import("./FormTab.tsx"), "FormTab", ["provisioning", "forms", "rules"], provisioned),
  },
  {
    path: "csv",
    Tab: lazyComponent(
      () => import("./CsvTab.tsx"),
      "CsvTab",
      ["provisioning", "forms", "rules", "upload"],
      provisioned,
    ),
  },
  {
    path: "editor",
    Tab: lazyComponent(
      () => import("./EditorTab.tsx"),
      "EditorTab",
      ["provisioning", "forms", "rules", "invoices"],
      provisioned,
    ),
  },
];
