import { addTexts } from "../../../providers/i18nProvider.ts";

export const loadListExtras = async () => {
  const [{ ListExtras }] = await Promise.all([import("./ListExtras.tsx"), addTexts("lists")]);
  return { default: ListExtras };
};
