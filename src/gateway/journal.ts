import { parseArgs } from "node:util";
import { openDatabase } from "../platform/db/engine.ts";
import { sealJournal, verifyJournal } from "../platform/history/chain.ts";
import { prepareDatabase } from "../platform/prepareDatabase.ts";
import { readSettings } from "./settings.ts";

const usage = "usage: npm run journal -- verify [--hash <hash noted earlier>]";

await run().catch((error: Error) => {
  console.error(`The journal was not verified: ${error.message}`);
  process.exit(2);
});

/** Exit code 1: an entry was changed or left out. */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { hash: { type: "string" } }, allowPositionals: true });
  if (positionals.join() !== "verify") {
    console.error(usage);
    process.exit(2);
  }
  const database = await openDatabase(readSettings(process.env));
  await prepareDatabase(database.kysely);
  await sealJournal(database.kysely);
  const { entries, head, broken, knowsHash } = await verifyJournal(database.kysely, values.hash);
  await database.close();
  if (broken?.fault === "changed") console.error(`Entry ${broken.entry} was changed (place ${broken.link}).`);
  if (broken?.fault === "missing") console.error(`The entry at place ${broken.link} is missing.`);
  if (broken) process.exit(1);
  if (knowsHash === false) {
    console.error(`No entry has the hash ${values.hash}: the journal was replaced.`);
    process.exit(1);
  }
  console.log(`The journal is whole: ${entries} entries, the last with the hash ${head || "-"}.`);
}
