import { use, useMemo } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { CellContext } from "../kinds/cell.ts";
import { CustomCellsContext } from "../kinds/customCells.ts";
import { browserZone } from "../kinds/time/browserZone.ts";

/** Returns what the cells of a screen share; a stable object unless the language changes. */
export function useCellContext(resource: string, place: CellContext["place"]): CellContext {
  const locale = useLocale();
  const translate = useTranslate();
  const cells = use(use(CustomCellsContext)(resource));
  return useMemo(
    () => ({ resource, locale, zone: browserZone(), place, translate, cells }),
    [resource, locale, place, translate, cells],
  );
}
