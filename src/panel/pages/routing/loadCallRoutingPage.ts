import type { ComponentType } from "react";
import { addTexts } from "../../providers/i18nProvider.ts";
import { loadResource } from "../../providers/resources.ts";

/** The page with everything it needs to render at once. */
export async function loadCallRoutingPage(): Promise<ComponentType> {
  const [{ CallRoutingPage }] = await Promise.all([
    import("./CallRoutingPage.tsx"),
    loadResource("peeringgroups"),
    ...["routing", "destinations", "preferences", "price", "forms", "rules", "views"].map(addTexts),
  ]);
  return CallRoutingPage;
}
