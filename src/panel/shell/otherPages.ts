import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { useMemo } from "react";
import { useAccess, useFacts } from "../providers/FactsContext.tsx";
import { addTexts } from "../providers/i18nProvider.ts";
import type { PlacedEntry } from "./menuTree.ts";
import { pageIsThere } from "./pageIsThere.ts";

/** Pages of the older panel and links elsewhere, with their texts: a chunk that no first page needs. */
export async function loadOtherPages() {
  const [module] = await Promise.all([import("../pages/others/OtherPages.tsx"), addTexts("pages")]);
  return module;
}

/** Their places in the menu. */
async function loadOtherEntries() {
  const [module] = await Promise.all([import("../pages/others/entries.ts"), addTexts("pages")]);
  return module;
}

const none: readonly PlacedEntry[] = [];

/** What the menu has besides the lists; empty until that is loaded. */
export function useOtherEntries(): readonly PlacedEntry[] {
  const translate = useTranslate();
  const access = useAccess();
  const facts = useFacts();
  const { hasOlderPanel } = facts;
  const { data: module } = useQuery({
    queryKey: ["otherEntries"],
    queryFn: async () => {
      // Among the lists there are places only for pages of an older panel; what comes last can come later.
      if (!hasOlderPanel) await pageIsThere();
      return loadOtherEntries();
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return useMemo(() => module?.placedEntries(access, facts, translate) ?? none, [module, access, facts, translate]);
}
