import { afterFirstPage } from "../../../firstPage.ts";
import { addTexts } from "../../../providers/i18nProvider.ts";

/** Not before the rows have painted: their first frame waits for nothing that can come with the next. */
export const loadListExtras = async () => {
  await afterFirstPage();
  const [{ ListExtras }] = await Promise.all([import("./ListExtras.tsx"), addTexts("lists")]);
  return { default: ListExtras };
};
