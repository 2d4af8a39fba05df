import { addTexts } from "../../providers/i18nProvider.ts";
import { loadResource } from "../../providers/resources.ts";
import { summaryOf } from "../../providers/summaries.ts";
import type { OwnTab } from "../../views/details/override.ts";

/** The cloud PBX as a picture: what lists of groups, members and keys say apart. */
export const pbxTabs: readonly OwnTab[] = [
  {
    path: "pbx",
    before: "pbx-groups",
    labelKey: "views.details.pbxPlan",
    isShown: (access, { type }) =>
      type === "pbxaccount" &&
      access.can(summaryOf("subscribers"), "read") &&
      access.findLack({ needs: { capability: "cloudpbx" } }) === null,
    load: async () => {
      // Its words for policies, states and keys are those of these resources.
      const [{ PbxTab }] = await Promise.all([
        import("./PbxTab.tsx"),
        addTexts("pbx"),
        loadResource("subscribers"),
        loadResource("autoattendants"),
      ]);
      return PbxTab;
    },
  },
];
