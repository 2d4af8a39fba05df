import { declarableRules } from "../../src/core/validation/businessRules.ts";
import { expectAll, expectOneOf, type Report } from "../diagnostics.ts";
import type { FieldModel, ResourceModel } from "../model.ts";

/** Rules that hooks check: they must have a text, and be reported at fields of the record. */
export function checkBusinessRules({ name, fields, x }: ResourceModel, report: Report): void {
  const allowed = fields.filter(({ internal }) => !internal).flatMap((field) => pointersIn(field, ""));
  for (const [rule, pointers] of Object.entries(x.businessRules ?? {})) {
    const path = ["x-resource", "businessRules", rule];
    expectOneOf(report, path, rule, declarableRules, "a business rule");
    expectAll(report, path, pointers, allowed, `the pointer of a field of ${name}`);
  }
}

/** The pointers of a field, of its items and of the fields inside. */
function pointersIn({ name, schema, fields = [] }: FieldModel, prefix: string): string[] {
  const pointer = `${prefix}/${name}`;
  const inner = schema.type === "array" ? `${pointer}/*` : pointer;
  return [...new Set([pointer, inner]), ...fields.flatMap((field) => pointersIn(field, inner))];
}
