import { MAX_INTEGER } from "../../src/core/schema/ids.ts";
import { isMultipleOf } from "../../src/core/values/isMultipleOf.ts";
import type { Path, Report } from "../diagnostics.ts";
import type { FieldModel } from "../model.ts";
import { valueError } from "./values.ts";

const RANGES = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

/** Bounds that no value satisfies, and defaults that are not valid values. */
export function checkBounds(field: FieldModel, report: Report): void {
  const { name, schema } = field;
  for (const [low, high] of RANGES) {
    // Numbers without bounds have those of their column.
    const [from, to] = low === "minimum" ? [field.minimum, field.maximum] : [schema[low], schema[high]];
    if (schema.enum || from === undefined || to === undefined || from <= to) continue;
    if (schema[low] === undefined) report([high], `${high} ${to} of ${name} is too small`, `at least ${from}`);
    else if (schema[high] === undefined) report([low], `${low} ${from} of ${name} is too large`, `at most ${to}`);
    else report([low], `${low} ${from} of ${name} is greater than its ${high}`, `at most ${to}`);
  }
  checkExclusive(field, report);
  if (schema.type === "integer") {
    for (const bound of INTEGERS) checkInteger(field, bound, report);
  }
  checkSteps(field, report);
  if (schema.items) checkItems(field, report);
  if (schema.const !== undefined) {
    const message = valueError(field, schema.const);
    if (message) report(["const"], ...message);
  }
  if (schema.default === undefined) return;
  const message = valueError(field, schema.default);
  if (message) report(["default"], ...message);
}

/** Bounds that are no values themselves leave something between them. */
function checkExclusive({ name, schema, minimum, maximum }: FieldModel, report: Report): void {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const [least, most] = [above ?? minimum, below ?? maximum];
  if (least === undefined || most === undefined || (above === undefined && below === undefined)) return;
  // Between whole numbers that are neighbours there is none.
  const isEmpty =
    schema.type === "integer" && above !== undefined && below !== undefined ? most - least < 2 : least >= most;
  if (!isEmpty) return;
  const keyword = above === undefined ? "exclusiveMaximum" : "exclusiveMinimum";
  const other =
    above !== undefined && below !== undefined ? "exclusiveMaximum" : above === undefined ? "minimum" : "maximum";
  report(
    [keyword],
    `no value of ${name} is between its ${keyword} and its ${other}`,
    `room between ${least} and ${most}`,
  );
}

/** The step of a number is one of its type, and its bounds are among the values. */
function checkSteps({ name, schema }: FieldModel, report: Report): void {
  const { multipleOf: step, type } = schema;
  if (step === undefined) return;
  if (type === "integer" && !(Number.isInteger(step) && step > 1)) {
    report(["multipleOf"], `multipleOf ${step} of ${name} is no step of integers`, "an integer above 1");
    return;
  }
  for (const bound of ["minimum", "maximum"] as const) {
    const value = schema[bound];
    if (value !== undefined && !isMultipleOf(value, step))
      report(
        [bound],
        `${bound} ${value} of ${name} is no multiple of ${step}`,
        `a multiple of ${step}, its multipleOf`,
      );
  }
}

const INTEGERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;

/** Integers are stored in four bytes. */
function checkInteger({ name, schema }: FieldModel, bound: (typeof INTEGERS)[number], report: Report): void {
  const value = schema[bound];
  if (value === undefined) return;
  const subject = `${bound} ${value} of ${name}`;
  if (!Number.isInteger(value)) report([bound], `${subject} is invalid`, "an integer");
  else if (value > MAX_INTEGER || value < -MAX_INTEGER - 1)
    report([bound], `${subject} is out of range`, `${-MAX_INTEGER - 1} to ${MAX_INTEGER}`);
}

/** Keywords of the items of a list. */
function checkItems({ name, schema, fields }: FieldModel, report: Report): void {
  const { items } = schema;
  const pathTo = (...path: Path) => ["items", ...path];
  const types = ["maxLength", "format"].filter(
    (keyword) => items?.[keyword as "format"] !== undefined && items?.type !== "string",
  );
  for (const keyword of types)
    report(pathTo(keyword), `"${keyword}" does not apply to the items of ${name}`, "items of type string");
  for (const keyword of ["minimum", "maximum"] as const) {
    if (items?.[keyword] !== undefined && items.type !== "integer")
      report(pathTo(keyword), `"${keyword}" does not apply to the items of ${name}`, "items of type integer");
  }
  if (items?.["x-field"]?.reference !== undefined && items.type !== "integer")
    report(
      pathTo("x-field", "reference"),
      `"reference" does not apply to the items of ${name}`,
      "items of type integer",
    );
  if ((items?.minimum ?? 1) > (items?.maximum ?? MAX_INTEGER)) {
    report(
      pathTo("minimum"),
      `minimum ${items?.minimum ?? 1} of the items of ${name} is greater than their maximum`,
      `at most ${items?.maximum}`,
    );
  }
  const writableCount = fields?.filter(({ readOnly }) => !readOnly).length ?? 0;
  if (items?.minProperties !== undefined && items.minProperties > writableCount) {
    const subject = `minProperties ${items.minProperties} of the items of ${name}`;
    report(
      pathTo("minProperties"),
      `${subject} is too large`,
      `at most ${writableCount}, the number of writable properties`,
    );
  }
}
