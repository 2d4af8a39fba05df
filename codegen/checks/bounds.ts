import { MAX_INTEGER } from "../../src/core/schema/ids.ts";
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
  if (schema.type === "integer") {
    for (const bound of ["minimum", "maximum"] as const) checkInteger(field, bound, report);
  }
  if (schema.items) checkItems(field, report);
  if (schema.default === undefined) return;
  const message = valueError(field, schema.default);
  if (message) report(["default"], ...message);
}

/** Integers are stored in four bytes. */
function checkInteger({ name, schema }: FieldModel, bound: "minimum" | "maximum", report: Report): void {
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
