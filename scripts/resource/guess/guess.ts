import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fitIn, type Wishes } from "../decide.ts";
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
      --schema Room      of an OpenAPI document: the schema, or the path of its collection
      --title "Room"     what one record is called
      --print            shows the schema, writes nothing
    credentials: PLATFORM_TOKEN, or PLATFORM_USER and PLATFORM_PASSWORD in the environment`;

/** Writes a first schema of what is there already, with a mark at everything that is only guessed. Throws RefusedInput. */
export async function guess(root: string, args: readonly string[]): Promise<void> {
  const { values, positionals } = read(args);
  if (!values.from || positionals.length > 1) refuse("name where to look", USAGE);
  const project = readProject(root);
  const body = await readSource(values.from, process.env);
  const found = isOpenApi(body)
    ? fromOpenApi(body, { schema: values.schema, resources: namesOf(project), formats: project.formats })
    : seen(body, namesOf(project));
  const name = positionals[0] ?? found.name;
  if (!name || !/^[a-z][a-z0-9]*s$/.test(name))
    refuse(`"${name ?? ""}" is no name for a resource`, "write one before --from, lower case and plural");
  if (found.fields.length === 0)
    refuse(`nothing to see at ${values.from}`, "it needs at least one record with more than an id");
  const path = `schemas/entities/${name}.schema.json`;
  if (existsSync(join(root, path)) && !values.print)
    refuse(`"${name}" has a schema`, `it is ${path}; --print shows what would be guessed`);
  const draft = draftOf(
    name,
    found.fields,
    { title: values.title, route: values.print ? `/${name}` : undefined },
    project,
  );
  if (values.print) console.log(printJson(toSchema(draft)));
  else await writeResource(root, draft, project);
}

/** The resource as it may be; what no schema can hold is left out and named in it. */
export function draftOf(name: string, fields: readonly FieldDraft[], wishes: Wishes, project: Project): ResourceDraft {
  const isUnexplained = ({ schema }: FieldDraft) => schema.items?.type === "integer" && !schema.items["x-field"];
  const left = fields.filter(isUnexplained).map((field) => field.name);
  const draft = fitIn({ name, wishes, given: fields.filter((field) => !isUnexplained(field)) }, project);
  if (left.length === 0) return draft;
  return { ...draft, comment: `guess: left out ${left.join(", ")}: numbers that refer to nothing known` };
}

function seen(
  body: unknown,
  resources: readonly string[],
): { readonly name?: string; readonly fields: ReturnType<typeof fromRecords> } {
  const collection = readCollection(body);
  if (!collection)
    refuse(
      "this is neither a collection nor an OpenAPI 3 document",
      'name a list, a HAL collection with _embedded, or a document with "openapi"',
    );
  const { records, total, name } = collection;
  if (total > records.length) console.error(`looked at ${records.length} of ${total} records`);
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
