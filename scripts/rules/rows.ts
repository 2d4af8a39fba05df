import type { Json, ResourceDescriptor, RuleEntry } from "../../src/core/descriptor.ts";
import { fieldAtPointer } from "../../src/core/fieldAtPointer.ts";
import { shortRule } from "../../src/core/rulebook/caseIds.ts";
import { casesOf, modeOf } from "../../src/core/rulebook/cases.ts";
import { boundOf, conditionText, rolesUnder } from "../../src/core/rulebook/describe.ts";
import { paramsOf } from "../../src/core/rulebook/ruleParams.ts";
import { wordsOf } from "../../src/panel/pages/rulebook/words.ts";
import { fieldKey } from "../../src/panel/resource/labels.ts";
import { pathOf, problemText } from "../../src/panel/views/form/problemTexts.ts";
import type { Translate } from "./texts.ts";
import { noRecords } from "./verify/book.ts";

/** A rule in printable form. */
export interface RuleRow {
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
export function rowOf(
  rule: RuleEntry,
  descriptor: ResourceDescriptor,
  translators: Readonly<Record<string, Translate>>,
): RuleRow {
  const { resource, pointer, key, side, when } = rule;
  const path = pathOf(pointer);
  const first = Object.values(translators)[0];
  if (!first) throw new Error("no language");
  const params = paramsOf(rule, fieldAtPointer(descriptor.fields, pointer));
  const own = casesOf(rule, descriptor, noRecords).filter(({ expects }) => expects === "accepted");
  const message = ([locale, translate]: readonly [string, Translate]) => [
    locale,
    problemText(
      { pointer, rule: rule.rule, key, params },
      { translate: translate as never, locale, resource, fields: descriptor.fields },
    ),
  ];
  return {
    resource,
    pointer,
    labelKey: fieldKey(resource, path),
    label: first(fieldKey(resource, path), { _: path }),
    rule: shortRule(rule),
    bound: boundOf({ ...rule, params }),
    messageKey: key,
    params,
    messages: Object.fromEntries(Object.entries(translators).map(message)),
    example: own[0]?.value ?? null,
    accepted: own.flatMap(({ value }) => (value === undefined ? [] : [value])),
    refused: rule.invalid,
    form: modeOf(rule),
    side: side === "both" ? "browser and server" : "server",
    roles: rolesUnder(descriptor, rule),
    condition: when ? conditionText(when, wordsOf(resource, first as never)) : "",
  };
}
