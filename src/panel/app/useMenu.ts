import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslate } from "react-admin";
import { summaries } from "../../generated/index.gen.ts";
import { nameKey } from "../navigation/labels.ts";
import { pathTo } from "../navigation/paths.ts";
import { waitForFirstPage } from "../providers/firstPage.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import { useAccess, useStartupData } from "../providers/StartupDataContext.tsx";
import { buildMenu, type MenuGroup, type PlacedEntry } from "./menuTree.ts";

/** The menu of pages that the user may open. */
export function useMenu(): MenuGroup[] {
  const translate = useTranslate();
  const access = useAccess();
  const pageEntries = usePageEntries();
  return useMemo(
    () =>
      buildMenu(
        Object.values(summaries),
        {
          // Only an entry for more than its resource has a label of its own.
          labelOf: (resource) =>
            translate(`app.menu.entries.${resource}`, { _: translate(nameKey(resource), { smart_count: 2 }) }),
          pathOf: (resource) => pathTo(resource, "list"),
          isOpen: (summary) => {
            const lack = access.findLack(summary);
            return access.can(summary, "read") && (lack === null || lack === "licence");
          },
        },
        pageEntries,
      ),
    [translate, access, pageEntries],
  );
}

/** Their positions in the menu. */
async function loadPageEntries() {
  const [module] = await Promise.all([import("./pageEntries.ts"), addTexts("pages")]);
  return module;
}

const none: readonly PlacedEntry[] = [];

/** The menu's other entries; empty while loading. */
function usePageEntries(): readonly PlacedEntry[] {
  const translate = useTranslate();
  const access = useAccess();
  const facts = useStartupData();
  const { hasLegacyPanel } = facts;
  const { data: module } = useQuery({
    queryKey: ["otherEntries"],
    queryFn: async () => {
      // Only legacy pages have positions among the lists; the last entries may load later.
      if (!hasLegacyPanel) await waitForFirstPage();
      return loadPageEntries();
    },
    meta: { isLater: true },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return useMemo(() => module?.placedEntries(access, facts, translate) ?? none, [module, access, facts, translate]);
}
