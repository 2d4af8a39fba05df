import { useTranslate } from "ra-core";
import { useMemo } from "react";
import { summaries } from "../../generated/index.gen.ts";
import { pathTo } from "../paths.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { nameKey } from "../resource/labels.ts";
import { buildMenu, type MenuGroup } from "./menuTree.ts";
import { useOtherEntries } from "./otherPages.ts";

/** The menu of the pages that the person may open. */
export function useMenu(): MenuGroup[] {
  const translate = useTranslate();
  const access = useAccess();
  const others = useOtherEntries();
  return useMemo(
    () =>
      buildMenu(
        Object.values(summaries),
        {
          // Only an entry that stands for more than its resource has a name of its own.
          labelOf: (resource) =>
            translate(`app.menu.entries.${resource}`, { _: translate(nameKey(resource), { smart_count: 2 }) }),
          addressOf: (resource) => pathTo(resource, "list"),
          isOpen: (summary) => {
            const lack = access.findLack(summary);
            return access.can(summary, "read") && (lack === null || lack === "licence");
          },
        },
        others,
      ),
    [translate, access, others],
  );
}
