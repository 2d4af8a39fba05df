import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { draftFor, type Options } from "../decide.ts";
import { type ResourceDraft, toSchema } from "../draft.ts";
import type { FieldDraft } from "../fieldSpec.ts";
import { printJson } from "../printJson.ts";
import { namesOf, type Project, readProject } from "../project.ts";
import { refuse } from "../refusedInput.ts";
import { writeResource } from "../writeResource.ts";
import { readCollection } from "./collection.ts";
import { fromOpenApi, isOpenApi } from "./fromOpenApi.ts";
import { fromRecords } from "./fromRecords.ts";
import { readSource } from "./readSource.ts";

const OPTIONS = {
  from: { type: "string" },
  schema: { type: "string" },
  title: { type: "string" },
  print: { type: "boolean" },
} as const;

const USAGE = `npm run resource -- guess [name] --from <URL or JSON file> [options]
      --schema Room      schema of an OpenAPI document, or the path of its collection
      --title "Room"     title of a record
      --print            prints the schema and writes nothing
    credentials: PLATFORM_TOKEN, or PLATFORM_USER and PLATFORM_PASSWORD in the environment`;

/** Drafts a schema from an existing source and marks every guess. Throws RefusedInput. */
export async function guess(root: string, args: readonly string[]): Promise<void> {
  const { values, positionals } = read(args);
  if (!values.from || positionals.length > 1) refuse("name one source", USAGE);
  const project = readProject(root);
  const body = await readSource(values.from, process.env);
  const found = isOpenApi(body)
    ? fromOpenApi(body, { schema: values.schema, resources: namesOf(project), formats: project.formats })
    : readFields(body, namesOf(project));
  const name = positionals[0] ?? found.name;
  if (!name || !/^[a-z][a-z0-9]*s$/.test(name))
    refuse(`"${name ?? ""}" is not a resource name`, "write one before --from, in lower case and plural");
  if (found.fields.length === 0)
    refuse(`no fields found at ${values.from}`, "the source needs at least one record with more than an id");
  const path = `schemas/entities/${name}.schema.json`;
  if (existsSync(join(root, path)) && !values.print)
    refuse(`"${name}" already has a schema`, `see ${path}; --print shows the guess without writing it`);
  const draft = draftOf(
    name,
    found.fields,
    { title: values.title, route: values.print ? `/${name}` : undefined },
    project,
  );
  if (values.print) console.log(printJson(toSchema(draft)));
  else await writeResource(root, draft, project);
}

/** The drafted resource; fields that no schema can describe are left out and listed in its comment. */
export function draftOf(
  name: string,
  fields: readonly FieldDraft[],
  options: Options,
  project: Project,
): ResourceDraft {
  const isUnexplained = ({ schema }: FieldDraft) => schema.items?.type === "integer" && !schema.items["x-field"];
  const leftOut = fields.filter(isUnexplained).map((field) => field.name);
  const draft = draftFor({ name, options, given: fields.filter((field) => !isUnexplained(field)) }, project);
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

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError) refuse(error.message, USAGE);
    throw error;
  }
}
