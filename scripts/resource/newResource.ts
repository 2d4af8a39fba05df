import { existsSync } from "node:fs";
import { join } from "node:path";
import { type DraftOptions, draftResource } from "./decide.ts";
import { readProject } from "./project.ts";
import { refuse } from "./refusedInput.ts";
import { writeResource } from "./writeResource.ts";

/** Writes schema, texts and demo records of a new resource below `root`, and runs codegen. Throws RefusedInput. */
export async function newResource(root: string, name: string, options: DraftOptions): Promise<void> {
  if (!/^[a-z][a-z0-9]*s$/.test(name)) {
    refuse(
      `the name "${name}" is not allowed`,
      "lower case, plural, without spaces or underscores, as in the API: ncoslevels",
    );
  }
  const project = readProject(root);
  const path = `schemas/resources/${name}.schema.json`;
  if (existsSync(join(root, path))) refuse(`"${name}" already has a schema`, `edit ${path}`);
  await writeResource(root, draftResource(name, options, project), project);
}
