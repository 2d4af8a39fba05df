import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { CustomTab } from "../../views/override.ts";

export const tabs: readonly CustomTab<"pbxdeviceconfigs">[] = [
  {
    path: "content",
    Tab: lazyComponent(() => import("./TemplateTab.tsx"), "TemplateTab", ["devices", "forms", "rules"]),
  },
];
