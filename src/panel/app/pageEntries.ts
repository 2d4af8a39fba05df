import { nativePages } from "../../generated/nativePages.gen.ts";
import { pages } from "../../generated/pages.gen.ts";
import type { Access } from "../providers/StartupDataContext.tsx";
import { isThere, mayOpen, needsOf, type Surroundings } from "../views/legacyPages/rights.ts";
import type { PlacedEntry } from "./menuTree.ts";

/** Menu entries of the pages available here: without a legacy panel there is nothing to show. */
export function placedEntries(
  access: Access,
  surroundings: Surroundings,
  translate: (key: string) => string,
): PlacedEntry[] {
  return [...nativePages, ...pages].flatMap((page): PlacedEntry[] => {
    const { path, name, icon = "list", menu, kind, href } = page;
    if (!menu || !isThere(page, surroundings) || !mayOpen(page, access)) return [];
    if (access.findLack({ needs: needsOf(page) }) !== null) return [];
    const label = translate(`pages.names.${name}`);
    return [{ key: path, label, icon, path, opens: kind === "window" ? href : undefined, ...menu }];
  });
}
