import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { bookedResources, bookRulesOf, moduleOf } from "../../scripts/rules/verify/book.ts";
import { propertySeed } from "../../scripts/rules/verify/generatedRecords.ts";
import { sampleRecord } from "../../src/core/rulebook/samples.ts";
import type { FieldDescriptor, WireRecord } from "../../src/core/schema/descriptor.ts";
import { toJsonSchema } from "../../src/core/schema/jsonSchema.ts";
import { hasValue } from "../../src/core/schema/valueAt.ts";
import { commonPasswordsFor } from "../../src/core/validation/commonPasswords.ts";
import { type FieldError, fieldError } from "../../src/core/validation/errors.ts";
import { formats } from "../../src/core/validation/formats.ts";
import { initialValues } from "../../src/core/validation/normalizeRecord.ts";
import { validateRecord, withoutHidden } from "../../src/core/validation/validateRecord.ts";
import { loadOverride } from "../../src/panel/resources/customParts.ts";
import { recordsNear } from "./arbitrary.ts";
import { formErrors } from "./formResolver.ts";

const RUNS = 200;
const names = bookedResources();
const related = () => undefined;
let tried = 0;

afterAll(() => console.log(`rule book: ${tried} random records in ${names.length} forms, seed ${propertySeed}`));

it.each(names)("schema, generated validator and form agree on random records of %s", async (name) => {
  const module = moduleOf(name);
  const override = await loadOverride(name);
  const { record: valid } = sampleRecord(module.descriptor, { seed: "made", idOf: () => 1 });
  // Compiled from the schema at runtime, as the reference for the generated code.
  const ajv = new Ajv2020({ allErrors: true, strict: false, multipleOfPrecision: 9 });
  for (const [format, check] of Object.entries(formats)) ajv.addFormat(format, check);
  const compiled = ajv.compile(toJsonSchema(module.descriptor, "write"));

  await fc.assert(
    fc.asyncProperty(recordsNear(module, bookRulesOf(name), valid), async (made) => {
      tried++;
      const plain = JSON.parse(JSON.stringify(made)) as WireRecord;
      expect(module.validate(plain)).toBe(compiled(plain));
      expect(placesOf(module.validate.errors)).toEqual(placesOf(compiled.errors));

      // Forms with their own toWire hold different values than they send.
      if (override.toWire) return;
      const values = initialValues(module.descriptor.fields, plain);
      const isCommonPassword = await commonPasswordsFor(module.descriptor, values);
      const { errors } = validateRecord(module, values, { mode: "create", related, isCommonPassword });
      const shown = withoutHidden(module.descriptor.fields, values, { mode: "create", related });
      const refused = [...errors, ...emptied(module.descriptor.fields, shown)];
      const reported = await formErrors({ module, mode: "create", values: plain, related }, override);
      expect(reported.map(place)).toEqual(firstOfEach(refused).map(place));
    }),
    { numRuns: RUNS, seed: propertySeed },
  );
});

function placesOf(errors: readonly { readonly keyword: string; readonly instancePath: string }[] | null | undefined) {
  // ajv divides as floating point does, and looks for twins among entries of the right type alone.
  const isComparable = ({ keyword }: { readonly keyword: string }) => !["multipleOf", "uniqueItems"].includes(keyword);
  return (errors ?? [])
    .filter(isComparable)
    .map(({ keyword, instancePath }) => `${keyword} at ${instancePath}`)
    .sort();
}

/** Forms refuse emptied numbers and texts, which the validator gives their defaults as the API does. */
function emptied(fields: readonly FieldDescriptor[], shown: WireRecord): FieldError[] {
  return fields
    .filter((field) => !field.enum && !field.readOnly && ["number", "string"].includes(typeof field.default))
    .filter(({ name }) => name in shown && !hasValue(shown[name]))
    .map(({ name }) => fieldError(`/${name}`, "required"));
}

const place = ({ pointer, key }: FieldError) => `${key} at ${pointer}`;

function firstOfEach(errors: readonly FieldError[]): FieldError[] {
  const first = new Map<string, FieldError>();
  for (const error of errors) if (!first.has(error.pointer)) first.set(error.pointer, error);
  return [...first.values()];
}
