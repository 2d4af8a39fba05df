import { childReferences } from "../../src/core/validation/expressions/childReferences.ts";
import {
  ExpressionError,
  fieldPathsIn,
  parseExpression,
} from "../../src/core/validation/expressions/parseExpression.ts";
import {
  type ExpressionScope,
  type ExpressionType,
  typeOfExpression,
} from "../../src/core/validation/expressions/typeOfExpression.ts";
import { findNearest, type Report } from "../diagnostics.ts";
import type { FieldModel, ResourceModel } from "../model.ts";
import { findWayBack } from "./conditions.ts";
import type { Resources } from "./paths.ts";

const KEYWORD = ["x-field", "computed"];

/** Keywords of values that the database or a person has. */
const STORED_KEYWORDS = ["filter", "derive", "aliasOf", "reference", "createdAt", "internal", "secret"] as const;

/** Checks a field whose value is an expression: it can be read, its names exist, and its type is that of the field. */
export function checkComputed(field: FieldModel, resource: ResourceModel, resources: Resources, report: Report): void {
  const { computed, name, path, readOnly } = field;
  if (typeof computed !== "string") return;
  if (!readOnly) report(KEYWORD, `${path.join(".")} is computed and cannot be written`, '"readOnly": true');
  if (path.length > 1) {
    report(KEYWORD, `${path.join(".")} is inside another field`, "an expression of a field of the record");
    return;
  }
  if (resource.x.storage) {
    report(KEYWORD, `${resource.name} has no table, its hook computes ${name}`, '"computed": true');
    return;
  }
  for (const keyword of STORED_KEYWORDS)
    if (field[keyword])
      report(["x-field", keyword], `"${keyword}" does not apply to ${name}, which is not stored`, "no such keyword");
  try {
    const type = typeOfExpression(parseExpression(computed), scopeOf(resource, resources));
    const expected = typeOfField(field);
    const fits = type === expected || (type === "integer" && expected === "number");
    if (!fits)
      throw new ExpressionError(
        `the expression of ${name} gives ${type}`,
        type === "number" && expected === "integer" ? "round(...), as the field is of type integer" : expected,
      );
    const way = findWayBack([name], name, (read) => namesInExpression(read, resource));
    if (way) throw new ExpressionError(`${name} depends on itself: ${[...way, name].join(", ")}`, "no such circle");
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const [unknown = ""] = /(?<=^").*?(?=")/.exec(error.message) ?? [];
    report(KEYWORD, error.message, error.expected, findNearest(unknown, error.names));
  }
}

function typeOfField({ name, schema, kind, internal, writeOnly, secret, file }: FieldModel): ExpressionType {
  const hasValue = !internal && !writeOnly && !secret && !file;
  if (hasValue && (schema.type === "integer" || schema.type === "number" || schema.type === "boolean"))
    return schema.type;
  if (hasValue && schema.type === "string") return kind === "date" || kind === "dateTime" ? "date" : "text";
  throw new ExpressionError(
    `"${name}" is no number, text, date or boolean that the API shows`,
    "a field with such a value",
  );
}

/** The fields and sums that expressions of a resource may name. */
function scopeOf(resource: ResourceModel, resources: Resources): ExpressionScope {
  const names = resource.fields.map(({ name }) => name);
  return {
    fieldType: (path) => {
      const field = resource.fields.find(({ name }) => name === path);
      if (field) return typeOfField(field);
      const [first, ...behind] = path.split(".");
      if (behind.length > 0 && names.includes(first ?? ""))
        throw new ExpressionError(
          `"${path}" is behind a reference, and expressions read the record alone`,
          `a field of ${resource.name}, such as one with "derive": "${path}"`,
        );
      throw new ExpressionError(`"${path}" is not a field of ${resource.name}`, `one of ${names.join(", ")}`, names);
    },
    sumType: (path) => typeOfSum(path, resource, resources),
  };
}

function typeOfSum(path: string, resource: ResourceModel, resources: Resources): ExpressionType {
  const [childName = "", fieldName = ""] = path.split(".");
  const referring = [...resources.values()].filter(
    (other) => !other.x.storage && childReferences(resource.name, other.fields, other.x.parent).length > 0,
  );
  const child = referring.find(({ name }) => name === childName);
  const children = referring.map(({ name }) => name);
  if (!child)
    throw new ExpressionError(
      `"${childName}" has no reference to ${resource.name}`,
      children.length > 0 ? `one of ${children.join(", ")}` : "a resource with one",
      children,
    );
  const references = childReferences(resource.name, child.fields, child.x.parent);
  if (references.length > 1)
    throw new ExpressionError(
      `"${childName}" refers to ${resource.name} more than once`,
      `"parent" in ${childName}, which names one of ${references.join(", ")}`,
    );
  const summable = child.fields.filter(
    ({ schema, kind, computed, internal, writeOnly }) =>
      ["integer", "number"].includes(schema.type ?? "") &&
      !["reference", "enum"].includes(kind) &&
      !computed &&
      !internal &&
      !writeOnly,
  );
  const names = summable.map(({ name }) => name).filter((name) => name !== "id");
  const field = summable.find(({ name }) => name === fieldName && name !== "id");
  if (!field)
    throw new ExpressionError(
      `"${fieldName}" is not a stored number of ${childName}`,
      names.length > 0 ? `one of ${names.join(", ")}` : "one; it has none",
      names,
    );
  return typeOfField(field);
}

/** Names that the expression of a field reads; none of a stored field. */
function namesInExpression(name: string, { fields }: ResourceModel): string[] {
  const computed = fields.find((field) => field.name === name)?.computed;
  return typeof computed === "string" ? fieldPathsIn(parseExpression(computed)) : [];
}
