import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ask } from "./ask.ts";
import { decide, type Wishes } from "./decide.ts";
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

const USAGE = `npm run resource -- new <name> [options]; what is left out is asked for in a terminal
      --title "NCOS level"      what one record is called
      --fields "..."            see docs/tutorial.md: "name:string(63)! reseller_id:resellers!"
      --parent customers        makes it a tab of that resource's pages
      --route /ncos             its address in the panel
      --menu settings           settings, tools, monitoring or documentation`;

/** Writes schema, texts and demonstration of a new resource below `root`, and runs codegen. Throws RefusedInput. */
export async function newResource(root: string, args: readonly string[]): Promise<void> {
  const { name, given } = read(args);
  const project = readProject(root);
  const path = `schemas/entities/${name}.schema.json`;
  if (existsSync(join(root, path))) refuse(`"${name}" has a schema`, `it is ${path}: change it there`);
  const wishes = process.stdin.isTTY ? await ask(name, given, project) : given;
  await writeResource(root, decide(name, wishes, project), project);
}

function read(args: readonly string[]): { readonly name: string; readonly given: Wishes } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [name, ...more] = positionals;
    if (!name || more.length > 0) refuse("name one resource", USAGE);
    if (!/^[a-z][a-z0-9]*s$/.test(name)) {
      refuse(
        `the name "${name}" is not allowed`,
        "lower case, plural, without blanks or underscores, as on the API: ncoslevels",
      );
    }
    return { name, given: values };
  } catch (error) {
    // parseArgs names the option that it does not know.
    if (error instanceof TypeError) refuse(error.message, USAGE);
    throw error;
  }
}
