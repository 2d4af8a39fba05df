import { _, Ajv, type CodeKeywordDefinition, type KeywordCxt, Name, type ValidateFunction } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { GeneratedValidator } from "../../src/core/schema/generatedValidator.ts";
import { type PlainSchema, toJsonSchema, type WireDescriptor } from "../../src/core/schema/jsonSchema.ts";
import { explainedFormats } from "../../src/core/validation/formatExplanations.ts";
import { formats } from "../../src/core/validation/formats.ts";
import { codePointLength } from "../../src/core/values/codePointLength.ts";
import { hasTwins } from "../../src/core/values/hasTwins.ts";
import { isMultipleOf } from "../../src/core/values/isMultipleOf.ts";
import { plainFormats } from "../../src/core/values/plainFormats.ts";
import { findCompiled, keepCompiled } from "../keptTexts.ts";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { wireOf } from "./descriptors.ts";
import { header } from "./print.ts";

/**
 * `validators/<resource>.gen.js`: ajv standalone code, which needs no compilation at run time and no eval. Formats are
 * imported individually, so that the chunk of a resource only contains those it uses.
 */
export function emitValidators(model: Model): Map<string, string> {
  const formats = Object.keys(model.formats);
  return new Map(
    model.resources.map((resource) => [`validators/${resource.name}.gen.js`, validatorOf(resource, formats)]),
  );
}

/** By name, whether a text has the format. */
export type FormatChecks = Readonly<Record<string, (text: string) => boolean>>;

/** The code of the validator of a resource. */
function codeOf(resource: ResourceModel, formatNames: readonly string[]): string {
  const schema = withShared(toJsonSchema(wireOf(resource), "write"));
  const key = `validator ${JSON.stringify(schema)}`;
  const isFormat: FormatChecks = formats;
  const checks = () => Object.fromEntries(formatNames.map((name) => [name, isFormat[name] ?? (() => true)]));
  return findCompiled(key) ?? keepCompiled(key, standalone(...compile(schema, checks())));
}

/** The validator of a descriptor with formats of its own. */
export function validatorFor(descriptor: WireDescriptor, checks: FormatChecks): GeneratedValidator {
  return compile(withShared(toJsonSchema(descriptor, "write")), checks)[1];
}

/** A separate ajv instance per schema, so that names in its code depend on the schema only. */
function compile(schema: PlainSchema, checks: FormatChecks): [Ajv, ValidateFunction] {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    messages: false,
    // toJsonSchema derives these schemas from validated ones.
    meta: false,
    validateSchema: false,
    // Definitions become functions instead of being inlined repeatedly.
    inlineRefs: false,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  for (const word of ["minLength", "maxLength", "multipleOf", "uniqueItems"]) ajv.removeKeyword(word);
  for (const definition of [textLength, decimalStep, noTwins]) ajv.addKeyword(definition);
  for (const [name, check] of Object.entries(checks)) ajv.addFormat(name, check);
  return [ajv, ajv.compile(schema)];
}

/** Functions that keywords call, each of its file in `core/values`: a browser cannot load those of ajv, or they are inexact. */
const functions = { codePointLength, hasTwins, isMultipleOf };

function callable({ gen }: KeywordCxt, name: keyof typeof functions): Name {
  return gen.scopeValue("func", { ref: functions[name], code: _`${new Name(name)}` });
}

const limitParams: CodeKeywordDefinition["error"] = {
  message: "",
  params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
};

/** `minLength` and `maxLength`, in characters. */
const textLength: CodeKeywordDefinition = {
  keyword: ["minLength", "maxLength"],
  before: "pattern",
  type: "string",
  schemaType: "number",
  error: limitParams,
  code(context) {
    const { keyword, data, schemaCode } = context;
    const length = _`${callable(context, "codePointLength")}(${data})`;
    context.fail(keyword === "minLength" ? _`${length} < ${schemaCode}` : _`${length} > ${schemaCode}`);
  },
};

/** `multipleOf`, in decimals. */
const decimalStep: CodeKeywordDefinition = {
  keyword: "multipleOf",
  type: "number",
  schemaType: "number",
  error: limitParams,
  code(context) {
    const { data, schemaCode } = context;
    context.fail(_`!${callable(context, "isMultipleOf")}(${data}, ${schemaCode})`);
  },
};

/** `uniqueItems`. */
const noTwins: CodeKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  error: { message: "", params: _`{}` },
  code(context) {
    if (context.schema) context.fail(_`${callable(context, "hasTwins")}(${context.data})`);
  },
};

function validatorOf(resource: ResourceModel, allFormats: readonly string[]): string {
  const code = codeOf(resource, allFormats);
  const unresolved = code.match(/require\([^)]*\)/);
  if (unresolved)
    throw new Error(`the validator of ${resource.name} needs ${unresolved[0]}, which a browser cannot load`);
  const used = [...new Set(formatsOf(resource.fields))].sort();
  const plainNames = used.filter((format) => format in plainFormats);
  const importedNames = used.filter((format) => !plainNames.includes(format));
  const imports = [
    ...Object.keys(functions)
      .filter((name) => code.includes(name))
      .map((name) => `import { ${name} } from "../../core/values/${name}.ts";\n`),
    ...(plainNames.length > 0 ? ['import { plainFormats } from "../../core/values/plainFormats.ts";\n'] : []),
    ...importedNames.map(
      (format, index) => `import { isValid as f${index} } from "../../core/validation/formats/${format}.ts";\n`,
    ),
  ];
  const explained = used.filter((format) => explainedFormats.includes(format));
  const explanations = explained.map(
    (format, index) => `import { explain as e${index} } from "../../core/validation/formats/${format}.ts";\n`,
  );
  const explainTable = explained.map((format, index) => `"${format}": e${index}`).join(", ");
  const explain = explained.length > 0 ? `validate0.explain = { ${explainTable} };\n` : "";
  const checks = [
    ...plainNames.map((format) => `"${format}": plainFormats["${format}"]`),
    ...importedNames.map((format, index) => `"${format}": f${index}`),
  ];
  const table = used.length > 0 ? `const formats = { ${checks.join(", ")} };\n` : "";
  return `${header(resource.source.file)}${[...imports, ...explanations].join("")}${table}${explain}${code.trim()}\n`;
}

/** Moves objects that occur repeatedly, such as the forwards of a mapping, to `$defs`. */
function withShared(schema: PlainSchema): PlainSchema {
  const counts = new Map<string, number>();
  const count = (part: unknown) => {
    if (typeof part !== "object" || part === null) return;
    if (isShape(part)) {
      const text = JSON.stringify(part);
      counts.set(text, (counts.get(text) ?? 0) + 1);
      // Its properties are shared with it.
      if (counts.get(text) !== 1) return;
    }
    for (const member of Object.values(part)) count(member);
  };
  count(schema);
  const names = new Map([...counts].filter(([, times]) => times > 1).map(([text], index) => [text, `shared${index}`]));
  const refer = (part: unknown): unknown => {
    if (Array.isArray(part) || typeof part !== "object" || part === null) return part;
    const name = isShape(part) ? names.get(JSON.stringify(part)) : undefined;
    return name ? { $ref: `#/$defs/${name}` } : membersOf(part);
  };
  const membersOf = (part: object) =>
    Object.fromEntries(Object.entries(part).map(([key, member]) => [key, refer(member)]));
  const $defs = Object.fromEntries([...names].map(([text, name]) => [name, membersOf(JSON.parse(text) as object)]));
  return { ...membersOf(schema), ...(names.size > 0 ? { $defs } : {}) };
}

function isShape(part: object): boolean {
  return "properties" in part && (part as PlainSchema).type === "object";
}

function formatsOf(fields: readonly FieldModel[]): string[] {
  return fields
    .filter((field) => !field.readOnly && !field.internal)
    .flatMap((field) => [
      ...(field.schema.format && field.schema.format !== "password" ? [field.schema.format] : []),
      ...(field.schema.items?.format ? [field.schema.items.format] : []),
      ...formatsOf(field.fields ?? []),
    ]);
}
