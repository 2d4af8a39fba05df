import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { once, remember } from "../remember.ts";
import type { Condition } from "../schemaTypes.ts";
import { compact, header, toCode } from "./print.ts";
import { inOrder, type Rule, rulesBetween } from "./ruleBetween.ts";
import {
  entriesOf,
  fileRules,
  LONGEST_TEXT,
  noChoice,
  passwordRules,
  textOfLength,
  wrongTypes,
} from "./ruleExamples.ts";

/** What a rule may say besides its values. */
type Extra = Partial<Pick<Rule, "key" | "mode" | "when" | "side" | "with">> & { readonly at?: string };

/** `rules/<resource>.gen.ts`: every rule of every form, with values that keep it and values that break it. */
export function emitRuleBook(model: Model): Map<string, string> {
  return new Map(
    model.resources.map((resource) => [
      `rules/${resource.name}.gen.ts`,
      `${header(resource.source.file)}import type { RuleEntry } from "../../core/descriptor.ts";\n\n` +
        `export const rules: readonly RuleEntry[] = ${toShortCode(
          rulesOf(resource, model).map((rule) => ({ resource: resource.name, ...rule })),
        )};\n`,
    ]),
  );
}

const known = remember<string>();

function toShortCode(rules: readonly object[]): string {
  return known(JSON.stringify(rules), () => shortened(toCode(rules)));
}

/** Long runs of one character as an expression: a reader counts them no better than a diff does. */
function shortened(code: string): string {
  return code.replace(/"(?:[^"\\]|\\.)*"/g, (text) => {
    if (!/([\w+/])\1{29}/.test(text)) return text;
    const parts = text.slice(1, -1).split(/(([\w+/])\2{29,})/);
    const printed = parts.flatMap((part, index) => {
      if (index % 3 === 2 || part === "") return [];
      return [index % 3 === 1 ? `"${part[0]}".repeat(${part.length})` : `"${part}"`];
    });
    return printed.join(" + ");
  });
}

/** Every rule of a resource's form; none where nothing is written. */
export function rulesOf(resource: ResourceModel, model: Model): readonly Rule[] {
  return booksOf(model).get(resource) ?? [];
}

const booksOf = once(
  (model: Model) => new Map(model.resources.map((resource) => [resource, makeRules(resource, model)])),
);

function makeRules(resource: ResourceModel, model: Model): Rule[] {
  const canCreate = resource.operations.includes("create");
  if (!canCreate && !resource.operations.includes("update")) return [];
  const rules = resource.fields.flatMap((field) => fieldRules(field, "", model)).map(inOrder(resource));
  return [...rules, ...rulesBetween(resource, model)].flatMap((rule) =>
    // What can only be changed has no rules for new records.
    canCreate ? [rule] : rule.mode === "create" ? [] : [{ ...rule, mode: "update" as const }],
  );
}

/** `shownWhen`: the condition of the structure around the field, which is its own as well. */
function fieldRules(field: FieldModel, prefix: string, model: Model, shownWhen?: Condition): Rule[] {
  if (field.readOnly || field.internal) return [];
  const pointer = `${prefix}/${field.name}`;
  const { schema, kind } = field;
  const when = field.when ?? shownWhen;
  const mode = prefix === "" && field.immutable ? ("create" as const) : undefined;
  const rules: Rule[] = [];
  const add = (
    rule: string,
    params: Rule["params"],
    examples: { readonly valid?: readonly unknown[]; readonly invalid?: readonly unknown[] },
    { at = pointer, ...extra }: Extra = {},
  ) => {
    const key = rule === "format" || rule === "type" ? `rules.${rule}.${String(params[rule])}` : `rules.${rule}`;
    const said = { key, side: "both" as const, ...compact({ mode, when }), ...extra };
    rules.push({ pointer: at, rule, ...said, params, valid: [], invalid: [], ...examples });
  };

  if (field.required) {
    add("required", {}, { invalid: [null] }, field.required === "create" ? { mode: "create" } : {});
  }
  if (field.requiredWhen) add("required", {}, { invalid: [null] }, { when: field.requiredWhen });
  add("type", { type: schema.type }, { invalid: wrongTypes(schema.type) });
  addBounds(field, model, add);
  if (schema.type === "string" && !schema.enum) add("format", { format: "text" }, { invalid: ["a\u0000b"] });
  if (kind === "password") {
    for (const [name, examples] of Object.entries(passwordRules)) {
      add("format", { format: "password" }, examples, { key: `rules.password.${name}` });
    }
  }
  if (field.file) {
    for (const [name, examples] of Object.entries(fileRules(field.file))) {
      add("format", { format: "file" }, examples, { key: `rules.file.${name}` });
    }
  }
  if (field.unique) add("unique", { within: field.unique }, {}, { side: "server" });
  const resource = field.reference?.resource;
  if (kind === "reference") add("reference", { resource }, { invalid: [INTEGER_NOBODY_HAS] }, { side: "server" });
  if (mode) add("business", {}, {}, { key: "rules.business.fixed", side: "server", mode: "update" });
  for (const nested of field.fields ?? []) {
    rules.push(...fieldRules(nested, schema.type === "array" ? `${pointer}/0` : pointer, model, when));
  }
  return rules;
}

type Add = (
  rule: string,
  params: Rule["params"],
  examples: { readonly valid?: readonly unknown[]; readonly invalid?: readonly unknown[] },
  extra?: Extra,
) => void;

/** Rules of JSON Schema that have a bound: on both sides of it there is an example. */
function addBounds(field: FieldModel, model: Model, add: Add): void {
  const { schema } = field;
  const { minimum, maximum } = field;
  const pointer = `/${field.path.join("/")}`;
  if (schema.enum) {
    add("enum", { allowedValues: schema.enum }, { valid: schema.enum, invalid: [noChoice(schema.enum)] });
  } else {
    // Whose id the highest is nobody knows: a reference's own value stands for what is accepted.
    const accepted = (...values: number[]) => (field.reference ? [] : values);
    if (minimum !== undefined) add("minimum", { limit: minimum }, { valid: accepted(minimum), invalid: [minimum - 1] });
    if (maximum !== undefined) add("maximum", { limit: maximum }, { valid: accepted(maximum), invalid: [maximum + 1] });
  }
  if (schema.type === "string") addLengths(field, add);
  if (schema.type === "array") addItems(field, pointer, model, add);
  if (schema.format && schema.format !== "password") {
    const { valid = [], invalid = [] } = model.formats[schema.format] ?? {};
    const fits = (text: string) => [...text].length <= (schema.maxLength ?? LONGEST_TEXT);
    const isLong = (text: string) => [...text].length >= (schema.minLength ?? 0);
    add("format", { format: schema.format }, { valid: valid.filter((text) => fits(text) && isLong(text)), invalid });
  }
}

function addLengths(field: FieldModel, add: Add): void {
  const { minLength = 0, maxLength = LONGEST_TEXT } = field.schema;
  const texts = (length: number) => textOfLength(field, length) ?? [];
  if (minLength > 0) {
    const short = textOfLength(field, minLength - 1) ?? "x".repeat(minLength - 1);
    // Nothing is no value at all, and another rule's matter.
    add("minLength", { limit: minLength }, { valid: [texts(minLength)].flat(), invalid: minLength > 1 ? [short] : [] });
  }
  if (maxLength < LONGEST_TEXT) {
    const long = textOfLength(field, maxLength + 1) ?? "x".repeat(maxLength + 1);
    add("maxLength", { limit: maxLength }, { valid: [texts(maxLength)].flat(), invalid: [long] });
  }
}

/** Of a list: how many, and what each of its entries must be where it has no fields of its own. */
function addItems(field: FieldModel, pointer: string, model: Model, add: Add): void {
  const { minItems, maxItems, items } = field.schema;
  const some = (count: number) => entriesOf(field, count, model);
  if (minItems) add("minItems", { limit: minItems }, { valid: [some(minItems)], invalid: [some(minItems - 1)] });
  if (maxItems) add("maxItems", { limit: maxItems }, { valid: [some(maxItems)], invalid: [some(maxItems + 1)] });
  if (field.fields || !items) return;
  const at = { at: `${pointer}/0` };
  const { minimum, maximum, maxLength, format } = items;
  add("type", { type: items.type }, { invalid: wrongTypes(items.type) }, at);
  if (items.enum)
    add("enum", { allowedValues: items.enum }, { valid: items.enum, invalid: [noChoice(items.enum)] }, at);
  if (items.type === "integer") {
    const [lowest, highest] = [minimum ?? 1, maximum ?? HIGHEST_INTEGER];
    add("minimum", { limit: lowest }, { invalid: [lowest - 1] }, at);
    add("maximum", { limit: highest }, { invalid: [highest + 1] }, at);
  }
  if (maxLength) {
    add(
      "maxLength",
      { limit: maxLength },
      { valid: ["x".repeat(maxLength)], invalid: ["x".repeat(maxLength + 1)] },
      at,
    );
  }
  if (format) add("format", { format }, model.formats[format] ?? {}, at);
}

const INTEGER_NOBODY_HAS = 2147483646;
const HIGHEST_INTEGER = 2147483647;
