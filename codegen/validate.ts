import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { pointerSegments } from "../src/core/schema/valueAt.ts";
import { memoize } from "../src/core/values/memoize.ts";
import { TYPE_NAMES } from "./checks/values.ts";
import { type Diagnostic, type DiagnosticMessage, diagnosticAt, notOneOf, type Path } from "./diagnostics.ts";
import { anyNames } from "./editorNames.ts";
import type { SourceFile, Sources } from "./load.ts";
import { memoizeByText } from "./memoizeByText.ts";
import { currentKeywordOf, replacementOf } from "./renamedKeywords.ts";

/** Result for one file: its errors, and its data with all misspelt words corrected. */
interface FileResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if it cannot be corrected. */
  readonly corrected?: SourceFile;
  /** Whether values are left out of it, so that only other files can be checked with it. */
  readonly isPartial?: boolean;
}

/** Errors of all files, and the corrected sources if all of them could be corrected. */
export interface ValidationResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources?: Sources;
  /** Files of which a part is missing in the sources. */
  readonly partial: ReadonlySet<string>;
}

/**
 * Validates entity files, shared definitions, roles and pages against their meta-schemas. An unknown word is reported
 * and then replaced by the closest valid one, so that the other checks can run as well.
 */
export function validateAgainstMeta(sources: Sources): ValidationResult {
  const { meta, roles, rolesMeta, pages, pagesMeta } = sources;
  const metas = [meta, rolesMeta, pagesMeta].map(({ data }) => data as AnySchemaObject);
  const validators = compileCached(JSON.stringify(metas), () => compile(metas));
  const entities = sources.entities.map((source) => validators.entity(source));
  const shared = [...sources.shared].map(([name, source]) => [name, validators.shared(source)] as const);
  const [roleResult, pageResult] = [validators.roles(roles), validators.pages(pages)];
  const sharedNames = [...sources.shared.keys()];
  const dangling = sources.entities.flatMap((source) => danglingRefs(source.data, [], source, sharedNames));
  const files = [meta, roles, pages, sources.formats, ...sources.entities, ...sources.shared.values()];
  const json = [...files, ...sources.demonstration, ...sources.preferences].flatMap((source) => source.diagnostics);
  const all = [...entities, ...shared.map(([, result]) => result), roleResult, pageResult];
  const diagnostics = [...sources.diagnostics, ...json, ...all.flatMap((result) => result.diagnostics), ...dangling];
  const corrected = all.flatMap((result) => result.corrected ?? []);
  const partial = new Set([
    ...all.flatMap(({ isPartial, corrected: source }) => (isPartial && source ? source.file : [])),
    ...sources.demonstration.flatMap(({ isJson, file }) => (isJson ? [] : file)),
    ...[...sources.texts.values()].flatMap((texts) =>
      [...texts.values()].flatMap(({ isJson, file }) => (isJson ? [] : file)),
    ),
  ]);
  if (corrected.length < all.length || dangling.length > 0) return { diagnostics, partial };
  const correctedOr = (result: FileResult, source: SourceFile) => result.corrected ?? source;
  return {
    diagnostics,
    partial,
    sources:
      diagnostics.length === 0
        ? sources
        : {
            ...sources,
            entities: entities.map((result, index) => correctedOr(result, sources.entities[index] ?? meta)),
            shared: new Map(shared.map(([name, result]) => [name, correctedOr(result, meta)])),
            roles: correctedOr(roleResult, roles),
            pages: correctedOr(pageResult, pages),
          },
  };
}

type Validator = (source: SourceFile) => FileResult;
type Validators = Readonly<Record<"entity" | "shared" | "roles" | "pages", Validator>>;

const compileCached = memoizeByText<Validators>();

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
  for (const schema of [...metas, anyNames]) ajv.addSchema(schema);
  const [entity, roles, pages] = metas.map((schema) => ajv.compile(schema));
  const shared = ajv.compile({ $ref: "patchbay:meta#/$defs/shared" });
  const validatorOf = (isValid: ValidateFunction = shared) =>
    memoize((source: SourceFile) => validate(source, isValid, metas));
  return {
    entity: validatorOf(entity),
    shared: validatorOf(shared),
    roles: validatorOf(roles),
    pages: validatorOf(pages),
  };
}

function validate(source: SourceFile, isValid: ValidateFunction, metas: readonly AnySchemaObject[]): FileResult {
  const isPartial = !source.isJson;
  if (isValid(source.data)) return { diagnostics: [], corrected: source, isPartial };
  const ajvErrors = withoutBranches(isValid.errors ?? []);
  const keys = validKeys(ajvErrors);
  const errors = ajvErrors.flatMap((error) => toMetaError(error, keys, metas));
  const diagnostics = errors.map(({ path, key, message }) =>
    diagnosticAt(source.at(key === undefined ? path : [...path, key]), message),
  );
  // Several rules can report the same error.
  const unique = new Map(
    diagnostics.map((diagnostic) => [`${diagnostic.pointer} ${diagnostic.message}`, diagnostic] as const),
  );
  // The readable part of a file that is no JSON has errors that nobody made.
  const found = { diagnostics: isPartial ? [] : [...unique.values()] };
  const data = structuredClone(source.data);
  for (const { correct } of errors) correct?.(data);
  if (isValid(data)) return { ...found, corrected: { ...source, data }, isPartial };
  for (const { path, key, isMissing } of errors)
    if (!isMissing) removeAt(data, key === undefined ? path : [...path, key]);
  return { ...found, ...(isValid(data) ? { corrected: { ...source, data }, isPartial: true } : {}) };
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
    const choice = errors.find((candidate) => candidate.instancePath === here && candidate.keyword === "anyOf");
    if (!choice) return true;
    if (missingOf(choice).length > 0) return error === choice;
    const isReported = errors.some(
      (candidate) =>
        candidate.instancePath.startsWith(`${here}/`) || (candidate.instancePath === here && !isForm(candidate)),
    );
    return error === choice && !isReported;
  });
}

/** Location and invalid key -> the valid keys: of a value with several allowed forms, those of all of them. */
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

/** An error of ajv with our message. */
interface MetaError {
  readonly path: Path;
  /** The invalid key, if it is a key that is invalid. */
  readonly key?: string;
  readonly message: DiagnosticMessage;
  /** Whether something is missing inside the value, which itself is right. */
  readonly isMissing?: boolean;
  /** Corrects a misspelt word in the data. */
  readonly correct?: (data: unknown) => void;
}

function toMetaError(
  error: ErrorObject,
  keys: ReadonlyMap<string, readonly string[]>,
  metas: readonly AnySchemaObject[],
): MetaError[] {
  const path = pointerSegments(error.instancePath).map(toMember);
  const where = path.length > 0 ? path.join(".") : "the file";
  const invalid = `${JSON.stringify(error.data)} is not valid for ${where}`;
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
      const forms = (error.schema as AnySchemaObject[]).map((form) => formOf(form, metas));
      const message = missing ? `${where} lacks the required property ${missing}` : invalid;
      if (missing) return [{ path, message: [message], isMissing: true }];
      return [{ path, message: [message, [...new Set(forms)].join(" or ")] }];
    }
    case "additionalProperties": {
      const key = String(error.params.additionalProperty);
      const message = unknownWordMessage(key, keys.get(keyOf(error)) ?? [], `a keyword of ${where}`);
      return [{ path, key, message, correct: (data) => renameKey(valueAtSegments(data, path), key, message[2]) }];
    }
    case "enum": {
      const message = unknownWordMessage(error.data, error.params.allowedValues as unknown[], `valid for ${where}`);
      return [{ path, message, correct: (data) => replaceValue(data, path, message[2]) }];
    }
    case "const":
      return [{ path, message: notOneOf(error.data, [error.params.allowedValue], `valid for ${where}`) }];
    case "required": {
      const missing = String(error.params.missingProperty);
      return [{ path, message: [`${where} lacks the required property "${missing}"`], isMissing: true }];
    }
    case "propertyNames": {
      const key = String(error.params.propertyName);
      return [{ path, key, message: keyMessage(key, where, error.schema as { pattern?: string; enum?: string[] }) }];
    }
    case "maxProperties":
      return [
        { path, message: [`"anyOf" in ${where} cannot be combined with other keys`, "them inside each alternative"] },
      ];
    case "uniqueItems": {
      const items = error.data as unknown[];
      const duplicate = JSON.stringify(items[Number(error.params.i)]);
      return [
        { path: [...path, Number(error.params.i)], message: [`duplicate ${duplicate} in ${where}`, "unique items"] },
      ];
    }
    case "maxLength": {
      const { length } = String(error.data);
      return [{ path, message: [`${where} has ${length} characters`, `at most ${error.params.limit}`] }];
    }
    default:
      return [
        {
          path,
          message: [invalid, formOf({ ...error.parentSchema, [error.keyword]: error.schema }, metas, error.keyword)],
        },
      ];
  }
}

/** The values that each keyword of the meta-schema allows, in words. */
const EXPECTED: Readonly<Record<string, (limit: unknown, schema: AnySchemaObject) => string>> = {
  const: (value) => JSON.stringify(value),
  enum: (values) => notOneOf(undefined, values as unknown[], "")[1] ?? "",
  pattern: (pattern, { examples }) => `text ${examples ? `such as "${examples[0]}"` : `that matches ${pattern}`}`,
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  minLength: (limit) => `at least ${limit} characters`,
  minItems: (limit) => `at least ${limit} items`,
  maxItems: (limit) => `at most ${limit} items`,
  minProperties: (limit) => `at least ${limit} members`,
  type: (types) =>
    [types]
      .flat()
      .map((type) => TYPE_NAMES[String(type)] ?? String(type))
      .join(" or "),
};

/** A schema in words, or one of its keywords. */
function formOf(schema: AnySchemaObject, metas: readonly AnySchemaObject[], keyword?: string): string {
  if (schema.$ref && !schema.type) return formOf(referredTo(schema.$ref, metas), metas);
  const key = keyword ?? Object.keys(EXPECTED).find((name) => name in schema) ?? "";
  return EXPECTED[key]?.(schema[key], schema) ?? "another value";
}

function referredTo(ref: string, metas: readonly AnySchemaObject[]): AnySchemaObject {
  const [id, pointer = ""] = ref.split("#");
  const meta = metas.find(({ $id }) => $id === id) ?? metas[0];
  return valueAtSegments(meta, pointerSegments(pointer)) as AnySchemaObject;
}

/** Keywords of a record that objects inside it do not have, and why. */
const RECORD_KEYWORDS: ReadonlyMap<unknown, string> = new Map([
  ["oneOf", '"oneOf" of the record itself, as only its own fields can have conditions'],
]);

/** The message for a word that the schema language does not have here; for a former one with what stands for it now. */
function unknownWordMessage(value: unknown, allowed: readonly unknown[], what: string): DiagnosticMessage {
  const [message, expected, nearest] = notOneOf(value, allowed, what);
  const current = currentKeywordOf(value, allowed);
  const replacement = current === undefined ? (replacementOf(value) ?? RECORD_KEYWORDS.get(value)) : undefined;
  return replacement ? [message, replacement] : [message, expected, current ?? nearest];
}

function keyMessage(key: string, where: string, schema: { pattern?: string; enum?: string[] }): DiagnosticMessage {
  if (schema.enum) return notOneOf(key, schema.enum, `a key of ${where}`);
  return [`"${key}" is not a valid name in ${where}`, `a name that matches ${schema.pattern}`];
}

function renameKey(record: unknown, from: string, to: string | undefined): void {
  if (typeof record !== "object" || record === null) return;
  const members = record as Record<string, unknown>;
  if (to !== undefined && !(to in members)) members[to] = members[from];
  delete members[from];
}

function replaceValue(data: unknown, path: Path, value: string | undefined): void {
  const holder = valueAtSegments(data, path.slice(0, -1)) as Record<string | number, unknown> | undefined;
  const last = path.at(-1);
  if (holder && last !== undefined && value !== undefined) holder[last] = value;
}

function removeAt(data: unknown, path: Path): void {
  const holder = valueAtSegments(data, path.slice(0, -1));
  const last = path.at(-1);
  if (typeof holder === "object" && holder !== null && last !== undefined && !Array.isArray(holder))
    Reflect.deleteProperty(holder, last);
}

function valueAtSegments(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    data,
  );
}

/** `$ref`s to shared definitions that do not exist. */
function danglingRefs(value: unknown, path: Path, source: SourceFile, sharedNames: readonly string[]): Diagnostic[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): Diagnostic[] => {
    // Most members end here, and a path for each takes longer than the rest.
    if (typeof member !== "object" && (key !== "$ref" || typeof member !== "string" || sharedNames.includes(member)))
      return [];
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    if (typeof member !== "string") return danglingRefs(member, here, source, sharedNames);
    return [diagnosticAt(source.at(here), notOneOf(member, sharedNames, "a shared definition"))];
  });
}

/** A member's name, or an item's position. */
function toMember(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment;
}
