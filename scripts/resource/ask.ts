import { createInterface } from "node:readline/promises";
import { defaultRoute, titleFor, type Wishes } from "./decide.ts";
import { GRAMMAR, parseFields } from "./fieldSpec.ts";
import { namesOf, type Project } from "./project.ts";
import { RefusedInput } from "./refusedInput.ts";

/** Asks in the terminal for what was not given; an empty answer takes what stands in brackets. */
export async function ask(name: string, given: Wishes, project: Project): Promise<Wishes> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const question = async (text: string, otherwise = "") =>
    (await terminal.question(`${text}${otherwise && ` [${otherwise}]`}: `)).trim() || otherwise;
  try {
    const title = given.title ?? (await question("What is one record called", titleFor(name, project)));
    const fields = given.fields ?? (await askFields(question, project));
    const parent = given.parent ?? (await question("A tab of which resource's pages (empty: a page of its own)"));
    if (parent) return { ...given, title, fields, parent };
    const route = given.route ?? (await question("Address in the panel", defaultRoute(name, project)));
    const menu = given.menu ?? (await question("Group of the menu", "settings"));
    return { ...given, title, fields, route, menu };
  } finally {
    terminal.close();
  }
}

/** Until they can be read: nobody wants to type all of it again from the start. */
async function askFields(
  question: (text: string, otherwise?: string) => Promise<string>,
  project: Project,
): Promise<string> {
  console.log(`Fields: ${GRAMMAR}`);
  for (;;) {
    const fields = await question("Fields", "name:string(127)!");
    try {
      parseFields(fields, { resources: namesOf(project), formats: project.formats });
      return fields;
    } catch (error) {
      if (!(error instanceof RefusedInput)) throw error;
      console.log(error.message);
    }
  }
}
