import { nativePages } from "../../generated/nativePages.gen.ts";
import { pages } from "../../generated/pages.gen.ts";
import type { Access } from "../providers/StartupDataContext.tsx";
import { isServed, mayOpen, type PageServers, pageNeeds } from "../views/legacyPages/rights.ts";
import type { PlacedEntry } from "./menuTree.ts";

/** Menu entries of the pages available here: without a legacy panel there is nothing to show. */
export function placedEntries(
  access: Access,
  surroundings: PageServers,
  translate: (key: string) => string,
): PlacedEntry[] {
  return [...nativePages, ...pages].flatMap((page): PlacedEntry[] => {
    const { path, name, icon = "list", menu, kind, href } = page;
    if (!menu || !isServed(page, surroundings) || !mayOpen(page, access)) return [];
    if (access.findLack({ needs: pageNeeds(page) }) !== null) return [];
    const label = translate(`pages.names.${name}`);
    return [{ key: path, label, icon, path, windowHref: kind === "window" ? href : undefined, ...menu }];
  });
}
