import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { closest } from "fastest-levenshtein";
import type { SourceFile, Sources } from "./load.ts";
import type { Problem } from "./problems.ts";
import { remember } from "./remember.ts";

const known = remember<ValidateFunction>();

/** Checks entity files, roles and pages against their meta-schemas; an unknown keyword is answered with the nearest valid one. */
export function validateAgainstMeta({ meta, entities, roles, rolesMeta, pages, pagesMeta }: Sources): Problem[] {
  const ofEntity = known(JSON.stringify(meta.data), () => compiler().compile(meta.data as object));
  const withMeta = (schema: SourceFile) =>
    known(JSON.stringify([meta.data, schema.data]), () =>
      compiler()
        .addSchema(meta.data as object)
        .compile(schema.data as object),
    );
  return [
    ...entities.flatMap((source) => judge(source, ofEntity)),
    ...judge(roles, withMeta(rolesMeta)),
    ...judge(pages, withMeta(pagesMeta)),
  ];
}

function compiler(): Ajv2020 {
  return new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: false, verbose: true });
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
          file: source.file,
          line: source.lineOf([...path, unknown]),
          message: `unknown keyword "${unknown}" in ${where}`,
          hint: known.length > 0 ? `did you mean "${closest(unknown, known)}"?` : undefined,
        },
      ];
    }
    case "enum":
      return [
        {
          file: source.file,
          line: source.lineOf(path),
          message: `${where} has a value that is not known`,
          hint: `write one of: ${(error.params.allowedValues as unknown[]).join(", ")}`,
        },
      ];
    case "required":
      return [
        {
          file: source.file,
          line: source.lineOf(path),
          message: `${where} lacks "${String(error.params.missingProperty)}"`,
          hint: `add "${String(error.params.missingProperty)}"`,
        },
      ];
    case "propertyNames":
      return [
        {
          file: source.file,
          line: source.lineOf([...path, String(error.params.propertyName)]),
          message: `the name "${String(error.params.propertyName)}" is not allowed in ${where}`,
          hint: "names are lower case with underscores; roles are those of schemas/roles.json",
        },
      ];
    default:
      return [
        {
          file: source.file,
          line: source.lineOf(path),
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
