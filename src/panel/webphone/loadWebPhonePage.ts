import type { ComponentType } from "react";
import { addTexts } from "../providers/i18nProvider.ts";
import { loadResource } from "../providers/resources.ts";

/** The page and the phone, with everything they need to render at once. The SIP library comes with them. */
export async function loadWebPhonePage(): Promise<ComponentType> {
  const [{ WebPhonePage }] = await Promise.all([
    import("./WebPhonePage.tsx"),
    import("./showParts.ts"),
    loadResource("subscribers"),
    ...["webphone", "forms", "rules", "views"].map(addTexts),
  ]);
  return WebPhonePage;
}
