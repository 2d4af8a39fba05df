import { nativePages } from "../../../generated/nativePages.gen.ts";
import { pages } from "../../../generated/pages.gen.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import type { PlacedEntry } from "../../shell/menuTree.ts";
import { isThere, mayOpen, needsOf, type Surroundings } from "./rights.ts";

/** Menu entries of the pages that somebody may open here: where nobody has a page, it has nothing to show. */
export function placedEntries(
  access: Access,
  surroundings: Surroundings,
  translate: (key: string) => string,
): PlacedEntry[] {
  return [...nativePages, ...pages].flatMap((page): PlacedEntry[] => {
    const { path, name, icon = "list", menu, kind, opens } = page;
    if (!menu || !isThere(page, surroundings) || !mayOpen(page, access)) return [];
    if (access.findLack({ needs: needsOf(page) }) !== null) return [];
    const label = translate(`pages.names.${name}`);
    return [{ key: path, label, icon, address: path, opens: kind === "window" ? opens : undefined, ...menu }];
  });
}
