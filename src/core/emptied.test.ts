import { expect, it } from "vitest";
import { resources } from "../generated/all.gen.ts";
import { type SampleOptions, sampleRecord, sampleWithValueAt } from "./rulebook/samples.ts";
import type { FieldDescriptor, WireRecord } from "./schema/descriptor.ts";
import { valueAtPath } from "./schema/valueAt.ts";
import { wireType } from "./schema/wireType.ts";
import { readScalars } from "./validation/normalizeRecord.ts";
import { validateRecord } from "./validation/validateRecord.ts";

const options: SampleOptions = { seed: "emptied", idOf: () => 1 };

interface Place {
  readonly pointer: string;
  readonly field: FieldDescriptor;
  readonly isOptional: boolean;
  /** Of a list that has to be there: whether it may be without entries. */
  readonly mayBeEmpty: boolean;
}

/** Choices and lists that clients write, those inside other fields included. */
function placesIn(fields: readonly FieldDescriptor[], at = ""): Place[] {
  return fields.flatMap((field) => {
    if (field.readOnly || field.internal || field.when || field.requiredWhen) return [];
    const pointer = `${at}/${field.name}`;
    const isList = wireType(field) === "array";
    const own =
      isList || field.enum
        ? [{ pointer, field, isOptional: field.required === false, mayBeEmpty: isList && !field.minItems }]
        : [];
    return [...own, ...placesIn(field.fields ?? [], field.kind === "object" ? pointer : `${pointer}/0`)];
  });
}

it.each(Object.values(resources).map(({ descriptor }) => descriptor.name))(
  "%s takes an emptied choice or list as none, or refuses it at its field",
  (name) => {
    const module = Object.values(resources).find(({ descriptor }) => descriptor.name === name);
    if (!module) throw new Error(`no ${name}`);
    const { descriptor } = module;
    for (const mode of ["create", "update"] as const)
      for (const { pointer, field, isOptional, mayBeEmpty } of placesIn(descriptor.fields)) {
        const context = { mode, related: () => undefined };
        const valid = sampleRecord(descriptor, options).record;
        const before = sampleWithValueAt(descriptor, valid, pointer, undefined, options);
        const empty = field.enum ? "" : [];
        const emptied = sampleWithValueAt(descriptor, valid, pointer, empty, options);
        const wrongBefore = new Set(pointersOf(validateRecord(module, before, context).errors));
        const { record, errors } = validateRecord(module, readScalars(descriptor.fields, emptied), context);
        const added = pointersOf(errors).filter((one) => !wrongBefore.has(one));
        if (isOptional || mayBeEmpty) expect([pointer, added]).toEqual([pointer, []]);
        else expect([pointer, pointersOf(errors)]).toEqual([pointer, expect.arrayContaining([pointer])]);
        if (isOptional && field.enum) expect(leaf(record, pointer)).not.toBe("");
      }
  },
);

const pointersOf = (errors: readonly { readonly pointer: string }[]) => errors.map(({ pointer }) => pointer);
const leaf = (record: WireRecord, pointer: string) => valueAtPath(record, pointer.slice(1).replaceAll("/", "."));
