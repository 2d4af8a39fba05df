import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CaseTexts } from "../../src/core/rulebook/caseRows.ts";
import { conditionText } from "../../src/core/rulebook/describe.ts";
import { paramsOf } from "../../src/core/rulebook/ruleParams.ts";
import type { Json, RuleEntry } from "../../src/core/schema/descriptor.ts";
import { type Messages, type Texts, textsFrom } from "../../src/core/schema/texts.ts";
import { findPreferenceKind } from "../../src/core/telephony/preferenceKind.ts";
import { fieldAtPointer } from "../../src/core/validation/errors.ts";
import { conditionTexts } from "../../src/panel/features/rulebook/conditionTexts.ts";
import { fieldKey, nameKey } from "../../src/panel/navigation/labels.ts";
import { errorMessage, stripListIndexes } from "../../src/panel/views/form/errorMessages.ts";
import { moduleOf } from "./verify/book.ts";

/** The texts of a resource's form, as the panel shows them. */
export function formTexts(resource: string, locale: string): CaseTexts {
  const { fields } = moduleOf(resource).descriptor;
  const translate = translator(locale);
  const owner = findPreferenceKind(resource)?.owner.resource;
  const preferenceLabel = (name: string) => translate(`preferences.attributes.${name}.label`, { _: name });
  const form = translate(nameKey(owner ?? resource), { smart_count: 2 });
  return {
    form: owner ? translate("views.record.action.preferences", { title: form }) : form,
    label: (pointer) => {
      const path = stripListIndexes(pointer);
      return owner ? preferenceLabel(path.split(".")[0] ?? path) : translate(fieldKey(resource, path), { _: path });
    },
    message: (rule: RuleEntry) => {
      const params = paramsOf(rule, fieldAtPointer(fields, rule.pointer));
      const error = { pointer: rule.pointer, rule: rule.rule, key: rule.key, params };
      return errorMessage(error, { translate: translate as never, locale, resource, fields, labelOf: preferenceLabel });
    },
    condition: ({ when }) => (when ? conditionText(when, conditionTexts(resource, translate as never)) : ""),
  };
}

const folder = fileURLToPath(new URL("../../i18n/", import.meta.url));
const textsByLanguage = new Map<string, Texts>();

/** Looks texts up as the panel does: in the language, in English, then the caller's default. */
export function translator(language: string) {
  return (key: string, params: Readonly<Record<string, Json>> = {}): string => {
    for (const candidate of [language, "en"]) {
      const texts =
        textsByLanguage.get(candidate) ??
        textsFrom({ ...textsIn(candidate), resources: textsIn(join(candidate, "resources")) }, candidate);
      textsByLanguage.set(candidate, texts);
      const text = texts(key, params);
      if (text !== key) return text;
    }
    return String(params._ ?? key);
  };
}

function textsIn(part: string): Messages {
  const files = readdirSync(join(folder, part)).filter((name) => name.endsWith(".json"));
  const read = (name: string) => JSON.parse(readFileSync(join(folder, part, name), "utf8")) as Messages;
  return Object.fromEntries(files.map((name) => [basename(name, ".json"), read(name)]));
}
