import { formatExamples } from "../../generated/formatExamples.gen.ts";
import type { FieldDescriptor, Json, RuleEntry } from "../schema/descriptor.ts";
import type { ResourceModule } from "../schema/resourceModule.ts";
import type { PreferenceDefinition, PreferenceKind } from "../telephony/preferenceKind.ts";
import {
  isAdminOnly,
  MAX_PREFERENCE_LENGTH,
  MAX_PREFERENCE_VALUES,
  preferenceRuleError,
} from "../telephony/preferences.ts";
import { businessError, type DeclarableRule } from "../validation/businessRules.ts";
import { type FieldError, fieldError } from "../validation/errors.ts";
import type { BusinessEntry } from "./businessBook.ts";
import { stepsFrom, valuesOutside } from "./ruleExamples.ts";

type Kind = Pick<PreferenceKind, "preferences" | "rules">;

type Examples = Partial<Pick<RuleEntry, "valid" | "invalid" | "with">>;
type Rule = FieldError & Examples;

/** The business rules of a kind of preferences: each is reported at the preference that breaks it. */
export function preferenceBusinessRulesOf(
  resource: string,
  preferences: readonly PreferenceDefinition[],
): readonly BusinessEntry[] {
  const breakable: Readonly<Partial<Record<DeclarableRule, (preference: PreferenceDefinition) => boolean>>> = {
    preferenceSingle: ({ max_occur }) => max_occur === 1,
    preferenceList: ({ max_occur }) => max_occur !== 1,
    duplicateValue: ({ uniqueItems }) => uniqueItems === true,
    preferenceFileSize: ({ data_type }) => data_type === "blob",
    preferenceNameUnknown: ({ reference }) => reference !== undefined,
    preferenceAdminOnly: ({ attribute }) => isAdminOnly(attribute),
  };
  return (Object.keys(breakable) as DeclarableRule[])
    .filter((rule) => preferences.some((preference) => breakable[rule]?.(preference)))
    .map((rule) => ({ rule, resource, pointer: "" }));
}

const cache = new WeakMap<Kind, readonly RuleEntry[]>();

/** Every rule of a kind of preferences that a value alone can break: the platform checks them. The same entries each time. */
export function preferenceRulesOf(resource: string, kind: Kind): readonly RuleEntry[] {
  const rules = cache.get(kind) ?? makeRules(resource, kind);
  cache.set(kind, rules);
  return rules;
}

function makeRules(resource: string, { preferences, rules }: Kind): RuleEntry[] {
  const writable = preferences.filter(({ read_only }) => !read_only);
  return [...writable.flatMap(rulesOf), ...rules.map(greaterRule)].map((rule) => ({
    ...{ resource, mode: "update", side: "server", valid: [], invalid: [] },
    ...rule,
  }));
}

/** The module of the owner, with the preferences alone as fields, as if they were a form. */
export function preferenceModule(name: string, kind: Kind, { descriptor, validate }: ResourceModule): ResourceModule {
  return { descriptor: { ...descriptor, name, operations: ["update"], fields: preferenceFields(kind) }, validate };
}

/** The preferences as fields of a record in which nothing is set but what a rule is about. */
function preferenceFields({ preferences }: Kind): readonly FieldDescriptor[] {
  return preferences.map(({ attribute, data_type, max_occur, enum: choices = [] }): FieldDescriptor => {
    const base = { name: attribute, required: false, internal: true };
    if (data_type === "blob") {
      const members = ["content_type", "data"].map((name) => ({ name, kind: "text" as const, required: true }));
      return { ...base, kind: "object", fields: members };
    }
    if (max_occur !== 1) return { ...base, kind: "tags" };
    if (data_type === "enum") return { ...base, kind: "enum", enum: choices.filter((choice) => choice !== null) };
    return { ...base, kind: ({ string: "text", int: "integer", boolean: "boolean" } as const)[data_type] };
  });
}

function rulesOf(preference: PreferenceDefinition): Rule[] {
  const pointer = `/${preference.attribute}`;
  const [one, other] = exampleValues(preference, 2);
  if (preference.max_occur === 1)
    return preference.data_type === "blob"
      ? fileRules(preference, pointer)
      : [
          { ...businessError(pointer, "preferenceSingle"), valid: [one ?? null], invalid: [[one ?? null]] },
          ...valueRules(preference, pointer),
        ];
  const [most, more] = [0, 1].map((extra) => exampleValues(preference, MAX_PREFERENCE_VALUES + extra));
  return [
    { ...businessError(pointer, "preferenceList"), valid: [[one ?? null]], invalid: [one ?? null] },
    {
      ...fieldError(pointer, "maxItems", { limit: MAX_PREFERENCE_VALUES }),
      valid: [most ?? []],
      invalid: [more ?? []],
    },
    ...(preference.uniqueItems
      ? [
          {
            ...businessError(`${pointer}/1`, "duplicateValue"),
            with: { [`${pointer}/0`]: one ?? null },
            valid: [other ?? null],
            invalid: [one ?? null],
          },
        ]
      : []),
    ...valueRules(preference, `${pointer}/0`),
  ];
}

/** Different values that the preference takes. */
function exampleValues({ data_type, enum: choices, format, minimum }: PreferenceDefinition, count: number): Json[] {
  const choice = choices?.find((each) => each !== null && each !== "");
  return Array.from({ length: count }, (_, index) => {
    if (data_type === "boolean") return index % 2 === 0;
    if (data_type === "enum") return choice ?? null;
    if (format === "ip-or-cidr") return `10.0.${Math.floor(index / 256)}.${index % 256}`;
    const number = (minimum ?? 1) + index;
    if (data_type === "int") return number;
    return format === undefined && minimum === undefined ? `x${index}` : String(number);
  });
}

/** Rules of a value, or of each value of a list. */
function valueRules(preference: PreferenceDefinition, at: string): Rule[] {
  const { data_type, enum: choices = [], minimum, format, reference } = preference;
  if (data_type === "boolean")
    return [{ ...fieldError(at, "type", { type: "boolean" }), valid: [true, false], invalid: ["maybe", 7] }];
  if (data_type === "enum") {
    const allowedValues = choices.filter((choice) => choice !== null);
    const examples = { valid: allowedValues, invalid: valuesOutside(allowedValues) };
    return [{ ...fieldError(at, "enum", { allowedValues }), ...examples }];
  }
  if (data_type === "int")
    return [
      { ...fieldError(at, "type", { type: "integer" }), valid: [minimum ?? 1], invalid: ["twelve", 1.5] },
      ...(minimum === undefined ? [] : [{ ...fieldError(at, "minimum", { limit: minimum }), ...aroundLeast(minimum) }]),
    ];
  const valid = exampleValues(preference, 1);
  const digit = format === undefined && minimum === undefined ? "x" : "1";
  const lengths = [MAX_PREFERENCE_LENGTH, MAX_PREFERENCE_LENGTH - 1].map((length) => digit.repeat(length));
  const isFixed = format === "ip-or-cidr" || reference !== undefined;
  return [
    { ...fieldError(at, "type", { type: "string" }), valid, invalid: [true] },
    {
      ...fieldError(at, "maxLength", { limit: MAX_PREFERENCE_LENGTH }),
      valid: isFixed ? valid : lengths,
      invalid: [digit.repeat(MAX_PREFERENCE_LENGTH + 1)],
    },
    { ...fieldError(at, "format", { format: "text" }), valid, invalid: ["a\u0000b"] },
    { ...fieldError(at, "format", { format: "single-line" }), valid, invalid: ["A\r\nB"] },
    ...(minimum === undefined
      ? []
      : [
          { ...preferenceRuleError(at, "minimum", "wholeNumber", { limit: minimum }), ...aroundLeast(minimum, String) },
        ]),
    ...(format === "ip-or-cidr" ? [{ ...fieldError(at, "format", { format }), ...formatExamples[format] }] : []),
    ...(format === "integer-list"
      ? [
          {
            ...preferenceRuleError(at, "format", "integerList", { format }),
            ...{ valid: ["0", "0,2,7"], invalid: ["0, 2", "0,", "two"] },
          },
        ]
      : []),
    ...(reference ? [{ ...businessError(at, "preferenceNameUnknown"), valid, invalid: ["No such name"] }] : []),
  ];
}

function aroundLeast(minimum: number, toValue: (number: number) => Json = (number) => number): Examples {
  const valid = [minimum, ...stepsFrom(minimum, "integer", 1)];
  return { valid: valid.map(toValue), invalid: stepsFrom(minimum, "integer", -1).map(toValue) };
}

function fileRules({ accept = [] }: PreferenceDefinition, pointer: string): Rule[] {
  const [type = "text/plain"] = accept;
  const [ofType, ofData] = [`${pointer}/content_type`, `${pointer}/data`];
  const typeExamples = { with: { [ofData]: "PGEvPg==" }, valid: [type] };
  const dataExamples = { with: { [ofType]: type }, valid: ["PGEvPg=="] };
  return [
    { ...fieldError(ofType, "type", { type: "media-type" }), ...typeExamples, invalid: ["xml", 7] },
    ...(accept.length > 0
      ? [
          {
            ...fieldError(ofType, "enum", { allowedValues: [...accept] }),
            ...typeExamples,
            valid: accept,
            invalid: ["audio/x-none"],
          },
        ]
      : []),
    { ...fieldError(ofData, "type", { type: "base64" }), ...dataExamples, invalid: ["PGEvPg=", "?"] },
  ];
}

function greaterRule({ greater, than }: Kind["rules"][number]): Rule {
  const limit = 1000;
  return {
    ...preferenceRuleError(`/${greater}`, "business", "greater", { than }),
    ...{ with: { [`/${than}`]: limit }, valid: [limit + 1], invalid: [limit, limit - 1] },
  };
}
