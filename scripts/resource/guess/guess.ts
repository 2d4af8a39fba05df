import { existsSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../../src/core/schema/isObject.ts";
import { type DraftOptions, draftFromFields } from "../decide.ts";
import { type ResourceDraft, toSchema } from "../draft.ts";
import type { FieldDraft } from "../fieldSpec.ts";
import { type Project, readProject, resourceNames } from "../project.ts";
import { refuse } from "../refusedInput.ts";
import { writeResource } from "../writeResource.ts";
import { fromOpenApi, isOpenApi } from "./fromOpenApi.ts";
import { fromRecords } from "./fromRecords.ts";
import { readSource } from "./readSource.ts";

export interface GuessOptions {
  /** URL or JSON file. */
  readonly from: string;
  readonly schema?: string;
  readonly title?: string;
  readonly print?: boolean;
}

/** Drafts a schema from an existing source and marks every guess. Throws RefusedInput. */
export async function guess(root: string, requestedName: string | undefined, options: GuessOptions): Promise<void> {
  const { from, schema, title, print } = options;
  const project = readProject(root);
  const body = await readSource(from, process.env);
  const inferred = isOpenApi(body)
    ? fromOpenApi(body, { schema, resources: resourceNames(project), formats: project.formats })
    : readFields(body, resourceNames(project));
  const name = requestedName ?? inferred.name;
  if (!name || !/^[a-z][a-z0-9]*s$/.test(name))
    refuse(`"${name ?? ""}" is not a resource name`, "write one before --from, in lower case and plural");
  if (inferred.fields.length === 0)
    refuse(`no fields found at ${from}`, "the source needs at least one record with more than an id");
  const path = `schemas/resources/${name}.schema.json`;
  if (existsSync(join(root, path)) && !print)
    refuse(`"${name}" already has a schema`, `see ${path}; --print shows the guess without writing it`);
  const draft = draftInferred(name, inferred.fields, { title, route: print ? `/${name}` : undefined }, project);
  if (print) console.log(JSON.stringify(toSchema(draft), null, 2));
  else await writeResource(root, draft, project);
}

/** The drafted resource; fields that no schema can describe are left out and listed in its comment. */
export function draftInferred(
  name: string,
  fields: readonly FieldDraft[],
  options: DraftOptions,
  project: Project,
): ResourceDraft {
  const isUnexplained = ({ schema }: FieldDraft) => schema.items?.type === "integer" && !schema.items["x-field"];
  const leftOut = fields.filter(isUnexplained).map((field) => field.name);
  const draft = draftFromFields({ name, options, drafts: fields.filter((field) => !isUnexplained(field)) }, project);
  if (leftOut.length === 0) return draft;
  return { ...draft, comment: `guess: left out ${leftOut.join(", ")}: ids of unknown resources` };
}

function readFields(
  body: unknown,
  resources: readonly string[],
): { readonly name?: string; readonly fields: ReturnType<typeof fromRecords> } {
  const collection = readCollection(body);
  if (!collection)
    refuse(
      "the source is neither a collection nor an OpenAPI 3 document",
      'name a list, a HAL collection with _embedded, or a document with "openapi"',
    );
  const { records, total, name } = collection;
  if (total > records.length) console.error(`read ${records.length} of ${total} records`);
  return { name, fields: fromRecords(records, resources) };
}

/** Records of a collection, with its name if it has one. */
export interface Collection {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Number of records in the whole collection. */
  readonly total: number;
  readonly name?: string;
}

/** Common names of the list in a plain JSON response. */
const LISTS = ["items", "data", "results", "records"];

/** Reads the records of a response: HAL with `_embedded`, a named list or a bare array. */
export function readCollection(body: unknown): Collection | undefined {
  if (Array.isArray(body)) return toCollection(body, body.length);
  if (!isObject(body)) return undefined;
  const total = Number(body.total_count ?? body.total ?? Number.NaN);
  const embedded = isObject(body._embedded) ? Object.entries(body._embedded) : [];
  const listed = [...embedded, ...Object.entries(body).filter(([name]) => LISTS.includes(name))];
  const [name, list] = listed.find(([, value]) => Array.isArray(value) || isObject(value)) ?? [];
  // Some platforms do not wrap a single record in a list.
  const records = Array.isArray(list) ? list : isObject(list) ? [list] : undefined;
  if (!records || name === undefined) return undefined;
  const collectionName = LISTS.includes(name) ? undefined : name.replace(/^.*:/, "");
  return { ...toCollection(records, total), ...(collectionName ? { name: collectionName } : {}) };
}

function toCollection(list: readonly unknown[], total: number): Collection {
  const records = list.filter(isObject);
  return { records, total: Number.isNaN(total) ? records.length : total };
}
