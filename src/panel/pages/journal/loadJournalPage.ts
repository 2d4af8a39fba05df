import type { ComponentType } from "react";
import { addTexts } from "../../providers/i18nProvider.ts";

/** The page with everything it needs to render at once. */
export async function loadJournalPage(): Promise<ComponentType> {
  const [{ JournalPage }] = await Promise.all([
    import("./JournalPage.tsx"),
    ...["history", "views", "pages"].map(addTexts),
  ]);
  return JournalPage;
}
