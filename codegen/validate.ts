import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { closest } from "fastest-levenshtein";
import type { SourceFile, Sources } from "./load.ts";
import type { Problem } from "./problems.ts";
import { remember } from "./remember.ts";

const compiled = remember<Validators>();

/** Checks entity files, roles and pages against their meta-schemas; an unknown keyword is answered with the nearest valid one. */
export function validateAgainstMeta({ meta, entities, roles, rolesMeta, pages, pagesMeta }: Sources): Problem[] {
  const metas = [meta, rolesMeta, pagesMeta].map(({ data }) => data as AnySchemaObject);
  const validatorOf = compiled(JSON.stringify(metas), () => compile(metas));
  return [
    ...entities.flatMap((source) => judge(source, validatorOf(meta))),
    ...judge(roles, validatorOf(rolesMeta)),
    ...judge(pages, validatorOf(pagesMeta)),
  ];
}

type Validators = (meta: SourceFile) => ValidateFunction;

/** The meta-schemas are ours and have a test of their own; optimising code that runs once takes longer than running it. */
function compile(metas: readonly AnySchemaObject[]): Validators {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strict: false,
    verbose: true,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  for (const schema of metas) ajv.addSchema(schema);
  return ({ data }) => ajv.compile(data as AnySchemaObject);
}

function judge(source: SourceFile, validate: ValidateFunction): Problem[] {
  if (validate(source.data)) return [];
  return uniqueByLine((validate.errors ?? []).flatMap((error) => toProblem(source, error)));
}

function toProblem(source: SourceFile, error: ErrorObject): Problem[] {
  // The branches of an anyOf are reported one by one; the anyOf itself adds nothing.
  if (error.keyword === "anyOf") return [];
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  const where = path.length > 0 ? path.join(".") : "the schema";
  switch (error.keyword) {
    case "additionalProperties": {
      const unknown = String(error.params.additionalProperty);
      const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
      return [
        {
          ...source.at([...path, unknown]),
          message: `unknown keyword "${unknown}" in ${where}`,
          hint: known.length > 0 ? `did you mean "${closest(unknown, known)}"?` : undefined,
        },
      ];
    }
    case "enum":
      return [
        {
          ...source.at(path),
          message: `${where} has a value that is not known`,
          hint: `write one of: ${(error.params.allowedValues as unknown[]).join(", ")}`,
        },
      ];
    case "required":
      return [
        {
          ...source.at(path),
          message: `${where} lacks "${String(error.params.missingProperty)}"`,
          hint: `add "${String(error.params.missingProperty)}"`,
        },
      ];
    case "propertyNames":
      return [
        {
          ...source.at([...path, String(error.params.propertyName)]),
          message: `the name "${String(error.params.propertyName)}" is not allowed in ${where}`,
          hint: "names are lower case with underscores; roles are those of schemas/roles.json",
        },
      ];
    default:
      return [
        {
          ...source.at(path),
          message: `${where} ${error.message ?? "is wrong"}`,
          hint: describe(error),
        },
      ];
  }
}

function describe(error: ErrorObject): string | undefined {
  const description = (error.parentSchema as { description?: string } | undefined)?.description;
  return description ? `expected: ${description}` : undefined;
}

function unescapePointer(segment: string): string | number {
  const text = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  return /^\d+$/.test(text) ? Number(text) : text;
}

function uniqueByLine(problems: readonly Problem[]): Problem[] {
  const seen = new Map(problems.map((problem) => [`${problem.line} ${problem.message}`, problem]));
  return [...seen.values()];
}
