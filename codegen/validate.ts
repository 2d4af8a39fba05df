import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { memoize } from "../src/core/values/memoize.ts";
import { type Diagnostic, type DiagnosticMessage, notOneOf, type Path, problemAt } from "./diagnostics.ts";
import type { SourceFile, Sources } from "./load.ts";
import { memoizeByText } from "./memoizeByText.ts";
import { newWordOf } from "./renamedKeywords.ts";

/** Result for one file: its problems, and its data with all misspelt words corrected. */
interface Result {
  readonly problems: readonly Diagnostic[];
  /** Undefined if it cannot be corrected without guessing. */
  readonly corrected?: SourceFile;
}

/** Problems of all files, and the corrected sources if all of them could be corrected. */
export interface Validated {
  readonly problems: readonly Diagnostic[];
  readonly sources?: Sources;
}

/**
 * Validates entity files, shared definitions, roles and pages against their meta-schemas. An unknown word is reported
 * and then replaced by the closest valid one, so that the other checks can run as well.
 */
export function validateAgainstMeta(sources: Sources): Validated {
  const { meta, roles, rolesMeta, pages, pagesMeta } = sources;
  const metas = [meta, rolesMeta, pagesMeta].map(({ data }) => data as AnySchemaObject);
  const validators = compiled(JSON.stringify(metas), () => compile(metas));
  const entities = sources.entities.map((source) => validators.entity(source));
  const shared = [...sources.shared].map(([name, source]) => [name, validators.shared(source)] as const);
  const [ofRoles, ofPages] = [validators.roles(roles), validators.pages(pages)];
  const known = [...sources.shared.keys()];
  const dangling = sources.entities.flatMap((source) => danglingRefs(source.data, [], source, known));
  const all = [...entities, ...shared.map(([, result]) => result), ofRoles, ofPages];
  const problems = [...all.flatMap((result) => result.problems), ...dangling];
  const corrected = all.flatMap((result) => result.corrected ?? []);
  if (corrected.length < all.length || dangling.length > 0) return { problems };
  const orGiven = (result: Result, source: SourceFile) => result.corrected ?? source;
  return {
    problems,
    sources:
      problems.length === 0
        ? sources
        : {
            ...sources,
            entities: entities.map((result, index) => orGiven(result, sources.entities[index] ?? meta)),
            shared: new Map(shared.map(([name, result]) => [name, orGiven(result, meta)])),
            roles: orGiven(ofRoles, roles),
            pages: orGiven(ofPages, pages),
          },
  };
}

type Validator = (source: SourceFile) => Result;
type Validators = Readonly<Record<"entity" | "shared" | "roles" | "pages", Validator>>;

const compiled = memoizeByText<Validators>();

/** The meta-schemas are checked by a test; optimising code that runs once takes longer than running it. */
function compile(metas: readonly AnySchemaObject[]): Validators {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strict: false,
    verbose: true,
    meta: false,
    validateSchema: false,
    // Definitions become functions, as in the emitted validators: half the code.
    inlineRefs: false,
    code: { optimize: false },
  });
  for (const schema of metas) ajv.addSchema(schema);
  const [entity, roles, pages] = metas.map((schema) => ajv.compile(schema));
  const shared = ajv.compile({ $ref: "patchbay:meta#/$defs/shared" });
  const validatorOf = (isValid: ValidateFunction = shared) =>
    memoize((source: SourceFile) => validate(source, isValid));
  return {
    entity: validatorOf(entity),
    shared: validatorOf(shared),
    roles: validatorOf(roles),
    pages: validatorOf(pages),
  };
}

function validate(source: SourceFile, isValid: ValidateFunction): Result {
  if (isValid(source.data)) return { problems: [], corrected: source };
  const found = withoutBranches(isValid.errors ?? []);
  const keys = validKeys(found);
  const errors = found.flatMap((error) => toMetaError(error, keys));
  const problems = errors.map(({ path, key, fault }) =>
    problemAt(source.at(key === undefined ? path : [...path, key]), fault),
  );
  const data = structuredClone(source.data);
  for (const { correct } of errors) correct?.(data);
  // Several rules can report the same error.
  const unique = new Map(problems.map((problem) => [`${problem.pointer} ${problem.message}`, problem] as const));
  return { problems: [...unique.values()], ...(isValid(data) ? { corrected: { ...source, data } } : {}) };
}

/**
 * For a value with several allowed forms, ajv reports the errors of all of them. Keeps those of the form that the value
 * has, or else one error saying that it has none.
 */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const isForm = ({ keyword }: ErrorObject) => ["anyOf", "type", "const", "required"].includes(keyword);
  return errors.filter((error) => {
    if (!isForm(error)) return true;
    const here = error.instancePath;
    const choice = errors.find((one) => one.instancePath === here && one.keyword === "anyOf");
    if (!choice) return true;
    if (missingOf(choice).length > 0) return error === choice;
    const isReported = errors.some(
      (one) => one.instancePath.startsWith(`${here}/`) || (one.instancePath === here && !isForm(one)),
    );
    return error === choice && !isReported;
  });
}

/** Place and invalid key -> the valid keys: of a value with several allowed forms, those of all of them. */
function validKeys(errors: readonly ErrorObject[]): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  for (const error of errors) {
    const { properties = {} } = (error.parentSchema ?? {}) as { properties?: object };
    keys.set(keyOf(error), [...(keys.get(keyOf(error)) ?? []), ...Object.keys(properties)]);
  }
  return keys;
}

function keyOf({ instancePath, params }: ErrorObject): string {
  return `${instancePath}/${params.additionalProperty}`;
}

/** Properties of which an object must have one. */
function missingOf({ schema }: ErrorObject): string[] {
  return (schema as { required?: string[] }[]).flatMap(({ required = [] }) => required);
}

/** An error of ajv in our words. */
interface MetaError {
  readonly path: Path;
  /** The invalid key, if it is a key that is invalid. */
  readonly key?: string;
  readonly fault: DiagnosticMessage;
  /** Corrects a misspelt word in the data. */
  readonly correct?: (data: unknown) => void;
}

function toMetaError(error: ErrorObject, keys: ReadonlyMap<string, readonly string[]>): MetaError[] {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  const where = path.length > 0 ? path.join(".") : "the file";
  const parent = (error.parentSchema ?? {}) as { description?: string };
  // An invalid key is reported by "propertyNames" itself.
  if (error.propertyName !== undefined && error.keyword !== "propertyNames") return [];
  switch (error.keyword) {
    // Reported by "then" and "else".
    case "if":
      return [];
    case "anyOf": {
      const missing = missingOf(error)
        .map((word) => `"${word}"`)
        .join(" or ");
      const { description = "another value" } = parent;
      const invalid = `${JSON.stringify(error.data)} is not valid for ${where}`;
      return [{ path, fault: missing ? [`${where} lacks the required property ${missing}`] : [invalid, description] }];
    }
    case "additionalProperties": {
      const key = String(error.params.additionalProperty);
      const fault = unknownWord(key, keys.get(keyOf(error)) ?? [], `a keyword of ${where}`);
      return [{ path, key, fault, correct: (data) => rename(valueAtSegments(data, path), key, fault[2]) }];
    }
    case "enum": {
      const fault = unknownWord(error.data, error.params.allowedValues as unknown[], `valid for ${where}`);
      return [{ path, fault, correct: (data) => replace(data, path, fault[2]) }];
    }
    case "const":
      return [{ path, fault: notOneOf(error.data, [error.params.allowedValue], `valid for ${where}`) }];
    case "required": {
      const missing = String(error.params.missingProperty);
      return [{ path, fault: [`${where} lacks the required property "${missing}"`] }];
    }
    case "propertyNames": {
      const key = String(error.params.propertyName);
      return [{ path, key, fault: faultOfKey(key, where, error.schema as { pattern?: string; enum?: string[] }) }];
    }
    case "maxProperties":
      return [
        { path, fault: [`"anyOf" in ${where} cannot be combined with other keys`, "them inside each alternative"] },
      ];
    case "uniqueItems": {
      const items = error.data as unknown[];
      const duplicate = JSON.stringify(items[Number(error.params.i)]);
      return [
        { path: [...path, Number(error.params.i)], fault: [`duplicate ${duplicate} in ${where}`, "unique items"] },
      ];
    }
    default: {
      const message = error.message?.replace("must NOT", "not to").replace("must", "to");
      const { description = message ?? "another value" } = parent;
      return [{ path, fault: [`${JSON.stringify(error.data)} is not valid for ${where}`, description] }];
    }
  }
}

/** The fault of a word that the schema language does not have here; an old word is told its new one. */
function unknownWord(given: unknown, known: readonly unknown[], what: string): DiagnosticMessage {
  const [message, expected, nearest] = notOneOf(given, known, what);
  return [message, expected, newWordOf(given, known) ?? nearest];
}

function faultOfKey(key: string, where: string, schema: { pattern?: string; enum?: string[] }): DiagnosticMessage {
  if (schema.enum) return notOneOf(key, schema.enum, `a key of ${where}`);
  return [`"${key}" is not a valid name in ${where}`, `a name that matches ${schema.pattern}`];
}

function rename(record: unknown, from: string, to: string | undefined): void {
  if (typeof record !== "object" || record === null) return;
  const members = record as Record<string, unknown>;
  if (to !== undefined && !(to in members)) members[to] = members[from];
  delete members[from];
}

function replace(data: unknown, path: Path, value: string | undefined): void {
  const holder = valueAtSegments(data, path.slice(0, -1)) as Record<string | number, unknown> | undefined;
  const last = path.at(-1);
  if (holder && last !== undefined && value !== undefined) holder[last] = value;
}

function valueAtSegments(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    data,
  );
}

/** `$ref`s to shared definitions that do not exist. */
function danglingRefs(value: unknown, path: Path, source: SourceFile, known: readonly string[]): Diagnostic[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): Diagnostic[] => {
    // Most members end here, and a path for each takes longer than the rest.
    if (typeof member !== "object" && (key !== "$ref" || typeof member !== "string" || known.includes(member)))
      return [];
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    if (typeof member !== "string") return danglingRefs(member, here, source, known);
    return [problemAt(source.at(here), notOneOf(member, known, "a shared definition"))];
  });
}

function unescapePointer(segment: string): string | number {
  const text = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  return /^\d+$/.test(text) ? Number(text) : text;
}
