import type { FieldModel, Model, ResourceModel } from "../model.ts";
import type { Condition } from "../schemaTypes.ts";
import { compact, header, toCode } from "./print.ts";

interface Rule {
  readonly pointer: string;
  readonly rule: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly when?: Condition;
  readonly side: "both" | "server";
  readonly invalid: readonly unknown[];
}

/** No test or reader wants a counter-example longer than this. */
const LONGEST_EXAMPLE = 4096;

/** `rules/<resource>.gen.ts`: every rule of every form, with values that break it. */
export function emitRuleBook(model: Model): Map<string, string> {
  return new Map(
    model.resources.map((resource) => [
      `rules/${resource.name}.gen.ts`,
      `${header(resource.source.file)}import type { RuleEntry } from "../../core/descriptor.ts";\n\n` +
        `export const rules: readonly RuleEntry[] = ${toCode(
          rulesOf(resource, model).map((rule) => ({ resource: resource.name, ...rule })),
        )};\n`,
    ]),
  );
}

function rulesOf(resource: ResourceModel, model: Model): Rule[] {
  if (!resource.operations.includes("create") && !resource.operations.includes("update")) return [];
  return [
    ...resource.fields.flatMap((field) => fieldRules(field, "", model)),
    ...(resource.x.rules ?? []).map(({ rule, fields }) => ({
      pointer: `/${fields[0]}`,
      rule,
      params: { fields },
      side: "both" as const,
      invalid: [],
      ...compact({ when: resource.fields.find((field) => field.name === fields[0]?.split(".")[0])?.when }),
    })),
  ];
}

/** `shownWhen`: the condition of the structure around the field, which is its own as well. */
function fieldRules(field: FieldModel, prefix: string, model: Model, shownWhen?: Condition): Rule[] {
  if (field.readOnly || field.internal) return [];
  const pointer = `${prefix}/${field.name}`;
  const { schema, kind } = field;
  const when = field.when ?? shownWhen;
  const rules: Rule[] = [];
  const add = (rule: string, params: Rule["params"], invalid: readonly unknown[], side: Rule["side"] = "both") => {
    rules.push({ pointer, rule, params, side, invalid, ...compact({ when }) });
  };

  if (field.required) add("required", {}, [null]);
  if (field.requiredWhen) {
    rules.push({ pointer, rule: "required", params: {}, side: "both", invalid: [null], when: field.requiredWhen });
  }
  add("type", { type: schema.type }, wrongTypes(schema.type));
  if (schema.enum) add("enum", { values: schema.enum }, [schema.type === "integer" ? 99 : "no_such_value"]);
  if (!schema.enum && field.minimum !== undefined) add("minimum", { limit: field.minimum }, [field.minimum - 1]);
  if (!schema.enum && field.maximum !== undefined) add("maximum", { limit: field.maximum }, [field.maximum + 1]);
  if (schema.minLength) add("minLength", { limit: schema.minLength }, ["x".repeat(schema.minLength - 1)]);
  if (schema.type === "string" && schema.maxLength && schema.maxLength < LONGEST_EXAMPLE) {
    add("maxLength", { limit: schema.maxLength }, [tooLong(field)]);
  }
  if (schema.type === "array" && schema.maxItems) add("maxItems", { limit: schema.maxItems }, []);
  if (schema.format && schema.format !== "password") {
    add("format", { format: schema.format }, model.formats[schema.format]?.invalid ?? []);
  }
  if (kind === "password") add("format", { format: "password" }, WEAK_PASSWORDS);
  if (field.file) add("format", { format: "file" }, NO_FILES);
  if (field.unique) add("unique", { within: field.unique }, [], "server");
  if (kind === "reference") add("reference", { resource: field.reference?.resource }, [INTEGER_NOBODY_HAS], "server");
  for (const nested of field.fields ?? []) {
    rules.push(...fieldRules(nested, schema.type === "array" ? `${pointer}/0` : pointer, model, when));
  }
  return rules;
}

/** Too short, then one class of characters missing each. */
const WEAK_PASSWORDS = ["Ab1!", "no_upper_case_1", "NO_LOWER_CASE_1", "No_Digit_Here", "NoSpecialOne1"];

/** No data URL at all, one that is not Base64, an empty one, and a page that calls itself a picture. */
const NO_FILES = ["logo.png", "data:image/png;base64,###", "data:image/png;base64,", "data:image/png;base64,PGh0bWw+"];

const INTEGER_NOBODY_HAS = 2147483646;

function tooLong({ schema }: FieldModel): string {
  return (schema.format === "digits" ? "1" : "x").repeat((schema.maxLength ?? 0) + 1);
}

function wrongTypes(type: string | undefined): unknown[] {
  switch (type) {
    case "string":
      return [42, true, { a: 1 }, ["x"]];
    case "integer":
      return ["twelve", 1.5, { a: 1 }, [1]];
    case "number":
      return ["twelve", { a: 1 }, [1]];
    case "boolean":
      return ["maybe", 7, { a: 1 }];
    case "object":
      return ["text", 7];
    case "array":
      return ["text", 7, { a: 1 }];
    default:
      return [];
  }
}
