import type { ComponentType } from "react";
import { addTexts } from "../../providers/i18nProvider.ts";
import { loadResource } from "../../providers/resources.ts";

/** The page with everything it needs to render at once. */
export async function loadMapPage(): Promise<ComponentType> {
  const [{ MapPage }] = await Promise.all([
    import("./MapPage.tsx"),
    ...["peeringrules", "peeringinboundrules", "peeringservers"].map(loadResource),
    ...["pages", "peering", "views"].map(addTexts),
  ]);
  return MapPage;
}
