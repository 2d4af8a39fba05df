import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json, RuleEntry } from "../../src/core/descriptor.ts";
import { fieldAtPointer } from "../../src/core/fieldAtPointer.ts";
import type { CaseTexts } from "../../src/core/rulebook/caseRows.ts";
import { conditionText } from "../../src/core/rulebook/describe.ts";
import { paramsOf } from "../../src/core/rulebook/ruleParams.ts";
import { type Messages, pluralForm } from "../../src/core/texts.ts";
import { wordsOf } from "../../src/panel/pages/rulebook/words.ts";
import { fieldKey, nameKey } from "../../src/panel/resource/labels.ts";
import { pathOf, problemText } from "../../src/panel/views/form/problemTexts.ts";
import { moduleOf } from "./verify/book.ts";

/** The texts of a resource's form, as the panel shows them. */
export function formTexts(resource: string, locale: string): CaseTexts {
  const { fields } = moduleOf(resource).descriptor;
  const translate = translator(locale);
  return {
    form: translate(nameKey(resource), { smart_count: 2 }),
    label: (pointer) => translate(fieldKey(resource, pathOf(pointer)), { _: pathOf(pointer) }),
    message: (rule: RuleEntry) => {
      const params = paramsOf(rule, fieldAtPointer(fields, rule.pointer));
      const error = { pointer: rule.pointer, rule: rule.rule, key: rule.key, params };
      return problemText(error, { translate: translate as never, locale, resource, fields });
    },
    condition: ({ when }) => (when ? conditionText(when, wordsOf(resource, translate as never)) : ""),
  };
}

const folder = fileURLToPath(new URL("../../i18n/", import.meta.url));

type Params = { readonly [name: string]: Json | undefined; readonly _?: string; readonly smart_count?: number };
export type Translate = (key: string, params?: Params) => string;

/** Languages that have their own texts. */
export function languages(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "app.json")))
    .map(({ name }) => name);
}

const translators = new Map<string, Translate>();

/** Looks texts up as the panel does: in the language, in English, then the caller's default. */
export function translator(language: string): Translate {
  const known = translators.get(language) ?? makeTranslator(language);
  translators.set(language, known);
  return known;
}

function makeTranslator(language: string): Translate {
  const files = new Map<string, Messages>();
  const read = (path: string): Messages => {
    const known = files.get(path);
    if (known) return known;
    const file = join(folder, `${path}.json`);
    const texts = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Messages) : {};
    files.set(path, texts);
    return texts;
  };
  const find = (key: string, from: string): string | undefined => {
    const [part = "", ...rest] = key.split(".");
    const isResource = part === "resources";
    const path = isResource ? `${from}/resources/${rest.shift()}` : `${from}/${part}`;
    const text = rest.reduce<Messages | string | undefined>(
      (found, name) => (typeof found === "object" && Object.hasOwn(found, name) ? found[name] : undefined),
      read(path),
    );
    return typeof text === "string" ? text : undefined;
  };
  return (key, params = {}) => {
    const text = find(key, language) ?? find(key, "en") ?? params._ ?? key;
    const form = pluralForm(text, params.smart_count ?? 1, language);
    return form.replace(/%\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
  };
}
