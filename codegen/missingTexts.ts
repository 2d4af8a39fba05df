import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Messages } from "../src/core/schema/texts.ts";
import { memoize } from "../src/core/values/memoize.ts";
import { labelKeysOf } from "./messageKeys.ts";
import type { Model, ResourceModel } from "./model.ts";

export const textsFile = (language: string, resource: string) => `i18n/${language}/resources/${resource}.json`;

/** Texts of a resource in a language; none without a file. */
export function readTexts(root: string, language: string, resource: string): Messages {
  const path = join(root, textsFile(language, resource));
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Messages) : {};
}

/** Keys of labels that these texts of the resource lack, such as `fields.vat_rate`. */
export function missingKeys(resource: ResourceModel, texts: Messages): string[] {
  const present = flattenTexts(texts);
  return labelKeysOf(resource).filter((key) => !(key in present));
}

/** Texts by dotted key. */
export const flattenTexts = memoize((texts: Messages) => addTexts({}, texts, ""));

function addTexts(flat: Record<string, string>, texts: Messages, prefix: string): Record<string, string> {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === "string") flat[prefix + name] = text;
    else addTexts(flat, text, `${prefix}${name}.`);
  }
  return flat;
}

/** "customers: 3 texts missing in de, fr; npm run resource -- texts customers"; undefined if all are there. */
export function describeMissingTexts({ resources, texts }: Pick<Model, "resources" | "texts">): string | undefined {
  const gaps = resources.flatMap((resource) =>
    [...texts].flatMap(([language, byResource]) => {
      const count = missingKeys(resource, byResource.get(resource.name)?.data ?? {}).length;
      return count > 0 ? [{ resource: resource.name, language, count }] : [];
    }),
  );
  if (gaps.length === 0) return undefined;
  const of = [...new Set(gaps.map(({ resource }) => resource))];
  const languages = [...new Set(gaps.map(({ language }) => language))].sort();
  const count = gaps.reduce((sum, gap) => sum + gap.count, 0);
  const command = `npm run resource -- texts${of.length === 1 ? ` ${of[0]}` : ""}`;
  return `${of.join(", ")}: ${count} texts missing in ${languages.join(", ")}; ${command}`;
}
