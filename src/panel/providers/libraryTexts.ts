import english from "ra-language-english";
import { isObject } from "../../core/schema/isObject.ts";

interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Packages with react-admin's own texts, each loaded with its language. */
const packages: Readonly<Record<string, () => Promise<unknown>>> = {
  de: () => import("ra-language-german"),
  es: () => import("@blackbox-vision/ra-language-spanish/dist-web/index.js"),
  fr: () => import("ra-language-french"),
  it: () => import("@dslab/ra-language-italian"),
  ru: () => import("ra-language-russian"),
};

/** react-admin's own texts in English, below `ra`. */
export const englishLibraryTexts: TextTree = treeIn(english);

/**
 * react-admin's own texts in a language: its package's, overridden by `own` (`i18n/<language>/ra.json`, for missing or
 * poor ones), with English as fallback, so that no key is ever shown.
 */
export async function libraryTexts(language: string, ownTexts: unknown = {}): Promise<TextTree> {
  const packageTexts = treeIn(await packages[language]?.());
  // Files of texts hold nothing else.
  return merge(merge(englishLibraryTexts, packageTexts), ownTexts as TextTree);
}

/** The texts below `ra`, which packages export in different ways. */
function treeIn(module: unknown): TextTree {
  const candidates = [module, below(module, "default"), below(below(module, "default"), "default")];
  const tree = candidates.map((candidate) => below(candidate, "ra")).find((candidate) => candidate !== undefined);
  // Not all of these packages have types.
  return (tree ?? {}) as TextTree;
}

function below(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function merge(base: TextTree, over: TextTree): TextTree {
  const merged: Record<string, string | TextTree> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const baseValue = merged[name];
    merged[name] = typeof value === "object" && typeof baseValue === "object" ? merge(baseValue, value) : value;
  }
  return merged;
}
