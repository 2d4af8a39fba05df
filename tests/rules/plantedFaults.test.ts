import { expect, it } from "vitest";
import { faultyModule } from "../../scripts/rules/mutate.ts";
import { allCases, bookRulesOf, moduleOf } from "../../scripts/rules/verify/book.ts";
import { discrepanciesIn, type Outcome } from "../../scripts/rules/verify/outcome.ts";
import { failureText } from "../../scripts/rules/verify/report.ts";
import { verifyByValidator, verifyPreference, verifyValidator } from "../../scripts/rules/verify/verify.ts";
import { casesOf } from "../../src/core/rulebook/cases.ts";
import { formRulesOf } from "../../src/core/rulebook/formRules.ts";
import type { FieldDescriptor, ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { findPreferenceKind, type PreferenceDefinition } from "../../src/core/telephony/preferenceKind.ts";

/** The descriptor with a field changed; `fields.name` inside another one. */
function withField(resource: string, path: string, change: Partial<FieldDescriptor>): ResourceDescriptor {
  const changed = (fields: readonly FieldDescriptor[], [name, ...inner]: readonly string[]): FieldDescriptor[] =>
    fields.map((field) => {
      if (field.name !== name) return field;
      return inner.length === 0 ? { ...field, ...change } : { ...field, fields: changed(field.fields ?? [], inner) };
    });
  const { descriptor } = moduleOf(resource);
  return { ...descriptor, fields: changed(descriptor.fields, path.split(".")) };
}

/** The cases of the book that a form with this descriptor fails. */
function refutedOf(descriptor: ResourceDescriptor, loose = {}): string[] {
  const module = faultyModule(descriptor, loose);
  return idsOf(allCases([descriptor.name]).map((entry) => verifyValidator(entry, module)));
}

function idsOf(outcomes: readonly (Outcome | undefined)[]): string[] {
  return discrepanciesIn(outcomes.filter((outcome) => outcome !== undefined)).map(({ id }) => id);
}

it.each<[fault: string, resource: string, path: string, change: Partial<FieldDescriptor>, found: string]>([
  ["a bound", "customers", "vat_rate", { maximum: 101 }, "/vat_rate:maximum:refuses-1-above"],
  ["the step of a decimal", "customers", "vat_rate", { maximum: 100.01 }, "/vat_rate:maximum:refuses-0.01-above"],
  ["a length", "billingprofiles", "handle", { maxLength: 64 }, "/handle:maxLength:refuses-1-longer"],
  ["required", "peeringrules", "description", { required: false }, "/description:required:refuses-nothing"],
  [
    "a choice",
    "billingprofiles",
    "prepaid_library",
    { enum: ["libswrate"] },
    "/prepaid_library:enum:accepts-libinewrate",
  ],
  [
    "a choice in a list",
    "billingprofiles",
    "peaktime_weekdays.weekday",
    { enum: [0, 1, 2, 3, 4, 5] },
    "/peaktime_weekdays/0/weekday:enum:accepts-6",
  ],
  [
    "a condition",
    "billingprofiles",
    "prepaid_library",
    { when: { prepaid: false } },
    "/prepaid_library:enum:refuses-no_such_value",
  ],
  ["a format", "billingprofiles", "handle", { format: "single-line" }, "/handle:format-handle:"],
  ["a time zone", "customercontacts", "timezone", { format: undefined }, "/timezone:format-timezone-name:"],
])("verify finds %s of %s that form and API share", (_, resource, path, change, found) => {
  expect(refutedOf(withField(resource, path, change))).toContainEqual(expect.stringContaining(`${resource}${found}`));
});

it("verify finds a rule between fields that is weaker", () => {
  const { descriptor } = moduleOf("customers");
  const rules = descriptor.rules.map((rule) => (rule.rule === "before" ? { ...rule, orEqual: true } : rule));
  expect(refutedOf({ ...descriptor, rules })).toEqual(["customers/billing_profiles/0/stop:before:refuses-equal"]);
});

it("verify finds a format that takes anything behind it", () => {
  const loose = { email: (text: string) => text.includes("@") };
  expect(refutedOf(moduleOf("customercontacts").descriptor, loose)).toContainEqual(
    expect.stringContaining("/email:format-email:refuses"),
  );
});

it("verify finds a transition that is open", () => {
  const allowed = [
    { from: [null], to: ["active"] },
    { from: ["active"], to: ["locked"] },
  ];
  const { descriptor } = moduleOf("customers");
  const stateful: ResourceDescriptor = { ...descriptor, statusTransitions: { field: "status", allowed } };
  expect(refutedOfWord(stateful, stateful, "transition")).toEqual([]);
  expect(refutedOfWord(stateful, descriptor, "transition").length).toBeGreaterThan(0);
});

const examples = { patternExamples: { valid: ["ab"], invalid: ["12"] } };

it.each<[fault: string, resource: string, path: string, word: string, change: Partial<FieldDescriptor>]>([
  ["a step", "customers", "vat_rate", "multipleOf", { multipleOf: 0.5 }],
  ["a bound that is no value itself", "customers", "vat_rate", "exclusiveMinimum", { exclusiveMinimum: 0 }],
  ["a bound above all values", "customers", "vat_rate", "exclusiveMaximum", { exclusiveMaximum: 50 }],
  ["a pattern", "peeringrules", "description", "pattern", { pattern: "^[a-z]+$", ...examples }],
  ["the only value", "customers", "add_vat", "const", { const: true }],
  ["different entries", "billingprofiles", "peaktime_weekdays", "uniqueItems", { uniqueItems: true }],
])("verify finds %s of %s that is not kept", (_, resource, path, word, change) => {
  const booked = withField(resource, path, change);
  expect(refutedOfWord(booked, booked, word)).toEqual([]);
  expect(refutedOfWord(booked, moduleOf(resource).descriptor, word)).toContainEqual(
    expect.stringContaining(`${resource}/${path}:${word}:refuses-`),
  );
});

/** The cases of a rule by one descriptor that a form by the other fails: no shipped resource has the word. */
function refutedOfWord(booked: ResourceDescriptor, running: ResourceDescriptor, word: string): string[] {
  const rules = formRulesOf(booked).filter(({ rule }) => rule === word);
  expect(rules.length).toBeGreaterThan(0);
  const cases = rules.flatMap((rule) => casesOf(rule, booked, { seed: "rule", idOf: () => 1 }));
  return idsOf(cases.map((entry) => verifyValidator(entry, faultyModule(running))));
}

it.each<[fault: string, attribute: string, change: Partial<PreferenceDefinition>, found: string]>([
  ["a bound", "conference_max_participants", { minimum: 0 }, ":minimum:refuses-"],
  ["a list", "adm_block_in_list", { max_occur: 1 }, ":preferenceList:refuses-"],
  ["a choice", "aa_extensions_dial_mode", { enum: ["disabled"] }, ":enum:accepts-enabled"],
  ["a format", "AMR_mode_set", { format: undefined }, ":rules-integerList:refuses-"],
])("verify finds %s of the preference %s", (_, attribute, change, found) => {
  const resource = "subscriberpreferences";
  const kind = findPreferenceKind(resource);
  if (!kind) throw new Error("no such preferences");
  const preferences = kind.preferences.map((each) => (each.attribute === attribute ? { ...each, ...change } : each));
  const cases = allCases([resource]).filter(({ rule }) => rule.pointer.startsWith(`/${attribute}`));
  const refuted = idsOf(cases.map((entry) => verifyPreference(entry, { ...kind, preferences })));
  expect(refuted).toContainEqual(expect.stringContaining(found));
});

it("verify finds nothing where nothing is planted", () => {
  const names = ["customers", "subscribers", "billingprofiles", "peeringrules", "subscriberpreferences"];
  const outcomes = verifyByValidator(allCases(names));
  expect(outcomes.length).toBeGreaterThan(names.flatMap(bookRulesOf).length);
  expect(discrepanciesIn(outcomes).map(failureText)).toEqual([]);
});
