import type { ComponentType } from "react";
import { addTexts } from "../../providers/i18nProvider.ts";

/** The page with everything it needs to render at once. */
export async function loadFilePage(): Promise<ComponentType> {
  const [{ FilePage }] = await Promise.all([import("./FilePage.tsx"), ...["callflow", "views"].map(addTexts)]);
  return FilePage;
}
