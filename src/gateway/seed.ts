import { parseArgs } from "node:util";
import { seedScale } from "../platform/seed/scale.ts";
import { openPlatformDatabase } from "./database.ts";
import { readSettings } from "./settings.ts";

const { values } = parseArgs({ options: { subscribers: { type: "string" } } });
const count = Number(values.subscribers);
if (!Number.isInteger(count) || count < 1) {
  console.error("usage: npm run seed -- --subscribers <number>");
  process.exit(2);
}

const { database } = await openPlatformDatabase(readSettings(process.env));
const started = performance.now();
await seedScale(database, count);
console.log(`${count} subscribers, ${Math.round((performance.now() - started) / 1000)} s`);
await database.close();
