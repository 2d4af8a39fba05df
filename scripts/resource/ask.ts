import { createInterface } from "node:readline/promises";
import { defaultRoute, type Options, titleFor } from "./decide.ts";
import { GRAMMAR, parseFields } from "./fieldSpec.ts";
import { namesOf, type Project } from "./project.ts";
import { RefusedInput } from "./refusedInput.ts";

/** Prompts for missing values; an empty answer takes the default in brackets. */
export async function ask(name: string, given: Options, project: Project): Promise<Options> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const question = async (text: string, fallback = "") =>
    (await terminal.question(`${text}${fallback && ` [${fallback}]`}: `)).trim() || fallback;
  try {
    const title = given.title ?? (await question("Title of a record", titleFor(name, project)));
    const fields = given.fields ?? (await askFields(question, project));
    const parent =
      given.parent ?? (await question("Parent resource, if it is a tab of its pages (empty: its own page)"));
    if (parent) return { ...given, title, fields, parent };
    const route = given.route ?? (await question("Route in the panel", defaultRoute(name, project)));
    const menu = given.menu ?? (await question("Menu group", "features"));
    return { ...given, title, fields, route, menu };
  } finally {
    terminal.close();
  }
}

/** Repeats until the input is valid, so that a typo does not discard the other answers. */
async function askFields(
  question: (text: string, fallback?: string) => Promise<string>,
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
