// npm run resource -- new <name> | guess --from <URL or file>: the start of a schema, with its texts and records.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { RefusedInput } from "./resource/refusedInput.ts";

const root = process.env.PATCHBAY_ROOT ?? dirname(dirname(fileURLToPath(import.meta.url)));
const [command, ...rest] = process.argv.slice(2);

/** Loaded when asked for: each brings what the other has no use for. */
const commands: Readonly<Record<string, () => Promise<(root: string, args: readonly string[]) => Promise<void>>>> = {
  guess: async () => (await import("./resource/guess/guess.ts")).guess,
  new: async () => (await import("./resource/newResource.ts")).newResource,
};

const load = commands[command ?? ""];
if (!load) {
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
