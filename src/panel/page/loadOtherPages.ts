import { addTexts } from "../providers/i18nProvider.ts";

/** Legacy pages and external links with their texts: a chunk that no first page needs. */
export async function loadOtherPages() {
  const [module] = await Promise.all([import("../pages/others/OtherPages.tsx"), addTexts("pages")]);
  return module;
}
