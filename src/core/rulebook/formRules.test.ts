import { expect, it } from "vitest";
import { resources } from "../../generated/all.gen.ts";
import type { FieldDescriptor, ResourceDescriptor } from "../schema/descriptor.ts";
import { casesOf } from "./cases.ts";
import { formRulesOf } from "./formRules.ts";

const all = Object.values(resources).flatMap(({ descriptor }) =>
  formRulesOf(descriptor).flatMap((rule) => casesOf(rule, descriptor, { seed: "rule", idOf: () => 1 })),
);

/** A form with these fields and rules between them. */
function formOf(fields: readonly FieldDescriptor[], rules: ResourceDescriptor["rules"] = []): ResourceDescriptor {
  const domains = resources.domains?.descriptor as ResourceDescriptor;
  return { ...domains, name: "things", fields, rules };
}

function valuesOf(descriptor: ResourceDescriptor, name: string) {
  const rule = formRulesOf(descriptor).find((one) => one.rule === name);
  return { accepted: rule?.valid, refused: rule?.invalid };
}

it("tries a decimal's bound, and the smallest step on both sides of it", () => {
  const form = formOf([{ name: "rate", kind: "percent", required: true, minimum: 0, maximum: 100 }]);
  expect(valuesOf(form, "maximum")).toEqual({ accepted: [100, 99.99, 99], refused: [100.01, 101] });
  expect(valuesOf(form, "minimum")).toEqual({ accepted: [0, 0.01, 1], refused: [-0.01, -1] });
});

it("steps by one where there are no fractions, and stays within both bounds", () => {
  const form = formOf([{ name: "count", kind: "integer", required: true, minimum: 5, maximum: 5 }]);
  expect(valuesOf(form, "maximum")).toEqual({ accepted: [5], refused: [6] });
  expect(valuesOf(form, "minimum")).toEqual({ accepted: [5], refused: [4] });
});

it("tries texts and lists at both ends and next to them", () => {
  const text = formOf([{ name: "text", kind: "text", required: true, minLength: 3, maxLength: 5 }]);
  const lengths = (values: ReturnType<typeof valuesOf>["accepted"]) => values?.map((value) => String(value).length);
  expect(lengths(valuesOf(text, "minLength").accepted)).toEqual([3, 4]);
  expect(lengths(valuesOf(text, "minLength").refused)).toEqual([2]);
  expect(lengths(valuesOf(text, "maxLength").accepted)).toEqual([5, 4]);
  expect(lengths(valuesOf(text, "maxLength").refused)).toEqual([6]);
  const list = formOf([{ name: "tags", kind: "tags", required: true, minItems: 2, maxItems: 4 }]);
  const counts = (values: ReturnType<typeof valuesOf>["accepted"]) => values?.map((value) => (value as []).length);
  expect(counts(valuesOf(list, "minItems").accepted)).toEqual([2, 3]);
  expect(counts(valuesOf(list, "minItems").refused)).toEqual([1]);
  expect(counts(valuesOf(list, "maxItems").accepted)).toEqual([4, 3]);
  expect(counts(valuesOf(list, "maxItems").refused)).toEqual([5]);
});

it.each([
  ["date", "2030-02-01"],
  ["dateTime", "2030-02-01T00:00:00Z"],
  ["timeOfDay", "12:00:00"],
] as const)("tries a %s just before, at and just after the start, as the rule says", (kind, start) => {
  const fields = (["from", "to"] as const).map((name) => ({ name, kind, required: true }));
  const before = { rule: "before", fields: ["from", "to"] } as const;
  const strict = valuesOf(formOf(fields, [before]), "before");
  expect([strict.refused?.includes(start), strict.accepted?.includes(start)]).toEqual([true, false]);
  const lenient = valuesOf(formOf(fields, [{ ...before, orEqual: true }]), "before");
  expect([lenient.refused?.includes(start), lenient.accepted?.includes(start)]).toEqual([false, true]);
  const labels = (form: ResourceDescriptor) =>
    formRulesOf(form)
      .filter(({ rule }) => rule === "before")
      .flatMap((rule) => casesOf(rule, form, { seed: "x", idOf: () => 1 }).map(({ id }) => id.split(":")[2]));
  expect(labels(formOf(fields, [before]))).toEqual([
    "accepts-long-after",
    "accepts-just-after",
    "refuses-long-before",
    "refuses-just-before",
    "refuses-equal",
  ]);
});

it("gives every case of every form an id of its own, without blanks or quotes", () => {
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => /[\s'"]/.test(id))).toEqual([]);
});

it("keeps the ids of cases when a limit moves and other cases come and go", () => {
  const idsOf = (field: Partial<FieldDescriptor>) => {
    const form = formOf([{ name: "text", kind: "text", required: true, ...field }]);
    return formRulesOf(form).flatMap((rule) => casesOf(rule, form, { seed: "x", idOf: () => 1 }).map(({ id }) => id));
  };
  const before = idsOf({ maxLength: 20 }).filter((id) => id.includes(":maxLength:"));
  expect(before).toEqual([
    "things/text:maxLength:accepts-at-the-limit",
    "things/text:maxLength:accepts-1-shorter",
    "things/text:maxLength:refuses-1-longer",
  ]);
  expect(idsOf({ minLength: 2, maxLength: 30 })).toEqual(expect.arrayContaining(before));
});

it("names the requirements of the field, of the structure around it, or of the form", () => {
  const part = { name: "part", kind: "text", required: false } as const;
  const form: ResourceDescriptor = {
    ...formOf([
      { name: "own", kind: "text", required: true, requirements: ["REQ-2"] },
      { name: "outer", kind: "object", required: false, requirements: ["REQ-3", "REQ-4"], fields: [part] },
      { name: "other", kind: "text", required: true },
    ]),
    requirements: ["REQ-1"],
  };
  const named = new Map(formRulesOf(form).map(({ pointer, requirements }) => [pointer, requirements]));
  expect(Object.fromEntries(named)).toEqual({
    "/own": ["REQ-2"],
    "/outer": ["REQ-3", "REQ-4"],
    "/outer/part": ["REQ-3", "REQ-4"],
    "/other": ["REQ-1"],
  });
});
