import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { menuGroups } from "../../src/core/menuGroups.ts";
import { ask } from "./ask.ts";
import { decide, type Options } from "./decide.ts";
import { readProject } from "./project.ts";
import { refuse } from "./refusedInput.ts";
import { writeResource } from "./writeResource.ts";

const OPTIONS = {
  title: { type: "string" },
  fields: { type: "string" },
  parent: { type: "string" },
  route: { type: "string" },
  menu: { type: "string" },
} as const;

const USAGE = `npm run resource -- new <name> [options]; prompts for missing options in a terminal
      --title "NCOS level"      title of a record
      --fields "..."            see docs/tutorial.md: "name:string(63)! reseller_id:resellers!"
      --parent customers        makes it a tab of that resource's pages
      --route /ncos             its route in the panel
      --menu features           ${menuGroups.join(", ")}`;

/** Writes schema, texts and demo records of a new resource below `root`, and runs codegen. Throws RefusedInput. */
export async function newResource(root: string, args: readonly string[]): Promise<void> {
  const { name, given } = read(args);
  const project = readProject(root);
  const path = `schemas/entities/${name}.schema.json`;
  if (existsSync(join(root, path))) refuse(`"${name}" already has a schema`, `edit ${path}`);
  const options = process.stdin.isTTY ? await ask(name, given, project) : given;
  await writeResource(root, decide(name, options, project), project);
}

function read(args: readonly string[]): { readonly name: string; readonly given: Options } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [name, ...more] = positionals;
    if (!name || more.length > 0) refuse("name one resource", USAGE);
    if (!/^[a-z][a-z0-9]*s$/.test(name)) {
      refuse(
        `the name "${name}" is not allowed`,
        "lower case, plural, without spaces or underscores, as in the API: ncoslevels",
      );
    }
    return { name, given: values };
  } catch (error) {
    // parseArgs names the unknown option.
    if (error instanceof TypeError) refuse(error.message, USAGE);
    throw error;
  }
}
