// npm run resource -- new <name> | guess --from <URL or file>: drafts a schema with texts and demo records;
// eject <name> [list|form|details]: writes its screens as react-admin code to start own ones from.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { RefusedInput } from "./resource/refusedInput.ts";

const root = process.env.PATCHBAY_ROOT ?? dirname(dirname(fileURLToPath(import.meta.url)));
const [command, ...rest] = process.argv.slice(2);

/** Loaded on demand: they have different dependencies. */
const commands: Readonly<Record<string, () => Promise<(root: string, args: readonly string[]) => Promise<void>>>> = {
  eject: async () => (await import("./resource/eject/eject.ts")).eject,
  guess: async () => (await import("./resource/guess/guess.ts")).guess,
  new: async () => (await import("./resource/newResource.ts")).newResource,
};

const load = commands[command ?? ""];
if (!load) {
  if (command === "report") console.error("docs/reference/resources.md lists the resources.");
  console.error(`usage: npm run resource -- <${Object.keys(commands).join("|")}> ...`);
  process.exit(2);
}
try {
  await (await load())(root, rest);
} catch (error) {
  if (!(error instanceof RefusedInput)) throw error;
  console.error(error.message);
  process.exit(2);
}
