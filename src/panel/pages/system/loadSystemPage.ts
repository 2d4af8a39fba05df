import type { ComponentType } from "react";
import { addTexts } from "../../providers/i18nProvider.ts";

/** The page with everything it needs to render at once. */
export async function loadSystemPage(): Promise<ComponentType> {
  const [{ SystemPage }] = await Promise.all([
    import("./SystemPage.tsx"),
    ...["system", "dashboard", "views", "pages"].map(addTexts),
  ]);
  return SystemPage;
}
