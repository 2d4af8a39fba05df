import { _, Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { remember } from "../remember.ts";
import { type PlainSchema, toJsonSchema } from "./jsonSchema.ts";
import { header } from "./print.ts";

const UCS2_LENGTH = 'require("ajv/dist/runtime/ucs2length").default';

/**
 * `validators/<resource>.gen.js`: ajv standalone code, so that nothing is compiled at run time and no eval is needed.
 * Formats are imported one by one: a resource's chunk carries only those it uses.
 */
export function emitValidators(model: Model): Map<string, string> {
  const files = new Map<string, string>();
  for (const resource of model.resources) {
    files.set(`validators/${resource.name}.gen.js`, validatorOf(resource, Object.keys(model.formats)));
    files.set(`validators/${resource.name}.gen.d.ts`, DECLARATION(resource.source.file));
  }
  return files;
}

const known = remember<string>();

/** An ajv of its own for each schema: names in its code then depend on nothing but the schema. */
function standaloneCode(schema: PlainSchema, formats: readonly string[]): string {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    messages: false,
    // The schemas are made by toJsonSchema from what the meta-schema has already judged.
    meta: false,
    validateSchema: false,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  for (const format of formats) ajv.addFormat(format, () => true);
  return standalone(ajv, ajv.compile(schema)).replace('"use strict";', "").replaceAll(UCS2_LENGTH, "codePointLength");
}

function validatorOf(resource: ResourceModel, allFormats: readonly string[]): string {
  const schema = toJsonSchema(resource, "write");
  const code = known(JSON.stringify(schema), () => standaloneCode(schema, allFormats));
  const left = code.match(/require\([^)]*\)/);
  if (left) throw new Error(`the validator of ${resource.name} needs ${left[0]}, which a browser can not load`);
  const formats = [...new Set(formatsOf(resource.fields))].sort();
  const imports = [
    ...(code.includes("codePointLength") ? ['import { codePointLength } from "../../core/codePointLength.ts";\n'] : []),
    ...formats.map((format, index) => `import { isValid as f${index} } from "../../core/formats/${format}.ts";\n`),
  ];
  const table =
    formats.length > 0
      ? `const formats = { ${formats.map((format, index) => `"${format}": f${index}`).join(", ")} };\n`
      : "";
  return `${header(resource.source.file)}${imports.join("")}${table}${code.trim()}\n`;
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

const DECLARATION = (
  source: string,
) => `${header(source)}import type { GeneratedValidator } from "../../core/generatedValidator.ts";

export declare const validate: GeneratedValidator;
export default validate;
`;
