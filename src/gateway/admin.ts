import { parseArgs } from "node:util";
import { PlatformError } from "../core/errors.ts";
import { appoint } from "../platform/appoint.ts";
import { englishTexts } from "../platform/language/serverTexts.ts";
import { openPlatformDatabase } from "./database.ts";
import { readSettings } from "./settings.ts";

const usage = "usage: npm run admin -- --login <name> [--role system]";

await run().catch((error: Error) => {
  console.error(`No administrator was made: ${messageOf(error)}`);
  process.exit(1);
});

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { login: { type: "string" }, role: { type: "string", default: "system" } } });
  if (!values.login) {
    console.error(usage);
    process.exit(2);
  }
  const { database } = await openPlatformDatabase(readSettings(process.env));
  const password = await appoint(database, { login: values.login, role: values.role });
  await database.close();
  console.log(`  ${values.login}  ${password}\n  Shown this once; the first login asks for another password.`);
}

/** Field errors are reported with their field. */
function messageOf(error: Error): string {
  if (!(error instanceof PlatformError)) return error.message;
  const fields = error.fieldErrors.map(
    ({ pointer, key, params }) => `${pointer.slice(1)}: ${englishTexts(key, params)}`,
  );
  return fields.length > 0 ? fields.join(" ") : englishTexts(error.key, error.params);
}
