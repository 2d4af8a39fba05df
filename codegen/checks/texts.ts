import { type Diagnostic, diagnosticsIn, findNearest, notOneOf } from "../diagnostics.ts";
import { knownTexts } from "../messageKeys.ts";
import { flattenTexts } from "../missingTexts.ts";
import type { Model } from "../model.ts";

/**
 * Texts of what a schema no longer has. A key that several languages have is reported in the first of them; missing texts are
 * no error, as pages show the humanised name.
 */
export function checkTexts({ resources, texts }: Model): Diagnostic[] {
  const known = new Map(resources.map((resource) => [resource.name, knownTexts(resource)]));
  const reported = new Set<string>();
  const isNew = (text: string) => !reported.has(text) && reported.add(text);
  // English first, the language that others are translated from.
  const locales = [...texts.keys()].toSorted((a, b) => Number(b === "en") - Number(a === "en"));
  const files = locales.flatMap((locale) => [...(texts.get(locale) ?? [])]);
  return files.flatMap(([name, source]) => {
    const keys = known.get(name);
    const stale = keys && Object.keys(flattenTexts(source.data)).filter((key) => !keys.has(key));
    if (stale?.length === 0 || (!keys && !isNew(name))) return [];
    return diagnosticsIn(source, (report) => {
      if (!keys) report([], ...notOneOf(name, [...known.keys()], "a resource with texts"));
      for (const key of stale ?? []) {
        const message = `"${key}" is the text of nothing in ${name}`;
        if (isNew(`${name}.${key}`))
          report(key.split("."), message, "no such text in any language", findNearest(key, [...(keys ?? [])]));
      }
    });
  });
}
