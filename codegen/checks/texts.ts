import type { Messages } from "../../src/core/schema/texts.ts";
import { type Diagnostic, diagnosticsIn, findNearest, notOneOf } from "../diagnostics.ts";
import { knownTexts } from "../messageKeys.ts";
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
  return files.flatMap(([name, { data, source }]) => {
    const keys = known.get(name);
    const stale = keys && keyPaths(data).filter((path) => !keys.has(path.join(".")));
    if (stale?.length === 0 || (!keys && !isNew(name))) return [];
    return diagnosticsIn(source(), (report) => {
      if (!keys) report([], ...notOneOf(name, [...known.keys()], "a resource with texts"));
      for (const path of stale ?? []) {
        const key = path.join(".");
        if (isNew(`${name}.${key}`))
          report(
            path,
            `"${key}" is the text of nothing in ${name}`,
            "no such text in any language",
            nearest(key, keys),
          );
      }
    });
  });
}

function nearest(key: string, keys: ReadonlySet<string> | undefined): string | undefined {
  return findNearest(key, [...(keys ?? [])]);
}

function keyPaths(texts: Messages): string[][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" ? [[key]] : keyPaths(text).map((path) => [key, ...path]),
  );
}
