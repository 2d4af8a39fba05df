import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { buildPlatform } from "../src/platform/app.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { readyModels } from "../src/platform/provisioning/catalogue/readyModels.ts";
import { seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { type Figure, median, milliseconds } from "./report.ts";
import { createDatabase } from "./twoSizes.ts";

const KEYS = 30;
const PHONES = 1_000;
const ROUNDS = 200;
const BOUND_MS = 5;

/** A configuration with 30 keys, and a thousand phones that ask for theirs at once, as after a power cut. */
export async function benchDevices(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const database = await createDatabase(postgres.url, "devices");
  const { kysely } = database;
  await prepareDatabase(kysely);
  await seedDemonstration(database);
  await makePhones(kysely);
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  try {
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const ask = async (phone: number) => {
      const started = performance.now();
      const { status, text } = await get(`http://127.0.0.1:${port}/device/autoprov/config/${macOf(phone)}`);
      return { took: performance.now() - started, isServed: status === 200 && text.includes("linekey.30.") };
    };
    for (let round = 0; round < 20; round++) await ask(round);
    const alone: number[] = [];
    for (let round = 0; round < ROUNDS; round++) alone.push((await ask(round)).took);
    const together = await Promise.all(Array.from({ length: PHONES }, (_, phone) => ask(phone)));
    const times = together.map(({ took }) => took).sort((a, b) => a - b);
    const refused = together.filter(({ isServed }) => !isServed).length;
    const p95 = times[Math.floor(PHONES * 0.95)] ?? 0;
    const own = median(alone);
    return [
      { name: `configuration with ${KEYS} keys`, ours: milliseconds(own), value: own, bound: { atMost: BOUND_MS } },
      { name: `${PHONES} phones at once: refused`, ours: String(refused), value: refused, bound: { atMost: 0 } },
      { name: `${PHONES} phones at once: p95`, ours: milliseconds(p95), value: p95 },
    ];
  } finally {
    agent.destroy();
    await app.close();
    await database.close();
    await postgres.stop();
  }
}

const agent = new Agent({ keepAlive: true });

/** A request by the plain client: `fetch` would take a fifth of the time for itself, in the process that answers. */
function get(url: string): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, text: body }), reject);
    })
      .on("error", reject)
      .end();
  });
}

const macOf = (phone: number) => `0050c3${phone.toString(16).padStart(6, "0")}`;

/** Phones of one customer, each with a line of its own and lamps for colleagues on all other keys. */
async function makePhones(db: Awaited<ReturnType<typeof createDatabase>>["kysely"]): Promise<void> {
  const ready = readyModels.find(({ vendor }) => vendor === "Yealink");
  const first = await db.selectFrom("pbxdevices").selectAll().orderBy("id").executeTakeFirstOrThrow();
  const range = {
    ...{ name: "Line keys", num_lines: KEYS, can_private: true, can_blf: true },
    keys: Array.from({ length: KEYS }, (_, y) => ({ x: 10, y: 10 * y, labelpos: "left" })),
  };
  const template = Buffer.from(ready?.config?.text ?? "");
  await sql`update pbxdevicemodels set linerange = ${JSON.stringify([range])}::jsonb where id in (
    select pbxdeviceconfigs.device_id from pbxdeviceconfigs join pbxdeviceprofiles on config_id = pbxdeviceconfigs.id
    where pbxdeviceprofiles.id = ${first.profile_id})`.execute(db);
  await sql`update recordfiles set content = ${template}::bytea, media_type = 'text/plain'
    where resource_name = 'pbxdeviceconfigs' and resource_id in (
      select config_id from pbxdeviceprofiles where id = ${first.profile_id})`.execute(db);
  const seats = await db.selectFrom("subscribers").select("id").where("customer_id", "=", first.customer_id).execute();
  const lines = Array.from({ length: KEYS }, (_, key_num) => ({
    ...{ linerange: "Line keys", key_num, type: key_num === 0 ? "private" : "blf" },
    subscriber_id: seats[key_num % seats.length]?.id,
  }));
  const { customer_id, profile_id, reseller_id } = first;
  const rows = Array.from({ length: PHONES }, (_, phone) => ({
    ...{ customer_id, profile_id, reseller_id, identifier: macOf(phone), station_name: `Desk ${phone}` },
    lines: JSON.stringify(lines),
  }));
  await db
    .insertInto("pbxdevices")
    .values(rows as never)
    .execute();
}
