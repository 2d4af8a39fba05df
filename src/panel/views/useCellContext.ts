import { useLocale, useTranslate } from "ra-core";
import { useMemo } from "react";
import type { CellContext } from "../kinds/cell.ts";
import { browserZone } from "../kinds/dateTime/browserZone.ts";

/** What the cells of a screen share; a new object only when the language changes. */
export function useCellContext(resource: string, place: CellContext["place"]): CellContext {
  const locale = useLocale();
  const translate = useTranslate();
  return useMemo(
    () => ({ resource, locale, zone: browserZone(), place, translate }),
    [resource, locale, place, translate],
  );
}
