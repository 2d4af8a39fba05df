import { addTexts } from "../../../providers/i18nProvider.ts";
import { pageIsThere } from "../../../shell/pageIsThere.ts";

/** Not before the rows have been painted: their first frame waits for nothing that can come with the next. */
export const loadListExtras = async () => {
  await pageIsThere();
  const [{ ListExtras }] = await Promise.all([import("./ListExtras.tsx"), addTexts("lists")]);
  return { default: ListExtras };
};
