import { useTranslate } from "ra-core";
import { useMemo } from "react";
import { summaries } from "../../generated/index.gen.ts";
import { lackOfOlder, mayOpenOlder, olderPages } from "../olderPages.ts";
import { pathTo } from "../paths.ts";
import { type Access, useAccess, useFacts } from "../providers/FactsContext.tsx";
import { nameKey } from "../resource/labels.ts";
import { buildMenu, type MenuGroup, type PlacedEntry } from "./menuTree.ts";

/** The menu of the pages that the person may open. */
export function useMenu(): MenuGroup[] {
  const translate = useTranslate();
  const access = useAccess();
  const { hasOlderPanel } = useFacts();
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
        hasOlderPanel ? olderEntries(translate, access) : [],
      ),
    [translate, access, hasOlderPanel],
  );
}

/** Pages that only the older panel has: where there is none, they have nothing to show. */
function olderEntries(translate: ReturnType<typeof useTranslate>, access: Access): PlacedEntry[] {
  return olderPages
    .filter((page) => mayOpenOlder(page, access) && lackOfOlder(page, access) === null)
    .map(({ path, name, icon, menu }) => ({
      key: path,
      label: translate(`app.older.pages.${name}`),
      icon,
      address: path,
      ...menu,
    }));
}
