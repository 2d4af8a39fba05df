import type { Json, ResourceDescriptor, RuleEntry } from "../../src/core/descriptor.ts";
import { fieldAtPointer } from "../../src/core/fieldAtPointer.ts";
import { ruleIdOf, shortRule } from "../../src/core/rulebook/caseIds.ts";
import { casesOf, modeOf } from "../../src/core/rulebook/cases.ts";
import { boundOf, rolesUnder } from "../../src/core/rulebook/describe.ts";
import { paramsOf } from "../../src/core/rulebook/ruleParams.ts";
import { fieldKey } from "../../src/panel/resource/labels.ts";
import { pathOf } from "../../src/panel/views/form/problemTexts.ts";
import { formTexts } from "./formTexts.ts";
import { noRecords } from "./verify/book.ts";

/** A rule in printable form. */
export interface RuleRow {
  /** The same for as long as resource, field and rule are. */
  readonly id: string;
  /** Ids of the requirements that it proves. */
  readonly requirements: readonly string[];
  readonly resource: string;
  readonly pointer: string;
  readonly labelKey: string;
  readonly label: string;
  readonly rule: string;
  readonly bound: string;
  readonly messageKey: string;
  readonly params: Readonly<Record<string, Json>>;
  /** Messages by language. */
  readonly messages: Readonly<Record<string, string>>;
  /** A valid value. */
  readonly example: Json;
  readonly accepted: readonly Json[];
  readonly refused: readonly Json[];
  readonly form: "create" | "update";
  readonly side: "browser and server" | "server";
  readonly roles: readonly string[];
  readonly condition: string;
}

/** Resolves labels and condition in the first language and the message in every language. */
export function rowOf(rule: RuleEntry, descriptor: ResourceDescriptor, languages: readonly string[]): RuleRow {
  const { resource, pointer, key, side, requirements = [] } = rule;
  const texts = formTexts(resource, languages[0] ?? "en");
  const params = paramsOf(rule, fieldAtPointer(descriptor.fields, pointer));
  const own = casesOf(rule, descriptor, noRecords).filter(({ expects }) => expects === "accepted");
  return {
    id: ruleIdOf(rule),
    requirements,
    resource,
    pointer,
    labelKey: fieldKey(resource, pathOf(pointer)),
    label: texts.label(pointer),
    rule: shortRule(rule),
    bound: boundOf({ ...rule, params }),
    messageKey: key,
    params,
    messages: Object.fromEntries(languages.map((locale) => [locale, formTexts(resource, locale).message(rule)])),
    example: own[0]?.value ?? null,
    accepted: own.flatMap(({ value }) => (value === undefined ? [] : [value])),
    refused: rule.invalid,
    form: modeOf(rule),
    side: side === "both" ? "browser and server" : "server",
    roles: rolesUnder(descriptor, rule),
    condition: texts.condition(rule),
  };
}
