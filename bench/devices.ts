import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../src/generated/database.gen.ts";
import type { Database } from "../src/platform/db/tables.ts";
import { catalogueModels } from "../src/platform/features/provisioning/catalogue/catalogueModels.ts";
import { seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { measureMs, median, percentile, scenario } from "./scenario.ts";
import { startPlatform } from "./support.ts";

const KEYS = 30;
const PHONES = 1_000;
const macOf = (phone: number) => `0050c3${phone.toString(16).padStart(6, "0")}`;

/** A configuration with 30 keys, and a thousand phones that ask for theirs at once, as after a power cut. */
export const devices = scenario({
  name: "devices",
  setup: async (after) => {
    const agent = new Agent({ keepAlive: true });
    after(() => agent.destroy());
    const { url } = await startPlatform(after, "PostgreSQL", insertPhones);
    return { agent, url };
  },
  run: async ({ agent, url }) => {
    let failed = 0;
    const ask = (phone: number) =>
      measureMs(async () => {
        const { status, body } = await get(`${url}/device/autoprov/config/${macOf(phone)}`, agent);
        if (status !== 200 || !body.includes(`linekey.${KEYS}.`)) failed++;
      });
    for (let phone = 0; phone < 20; phone++) await ask(phone);
    const alone: number[] = [];
    for (let phone = 0; phone < 200; phone++) alone.push(await ask(phone));
    const together = await Promise.all(Array.from({ length: PHONES }, (_, phone) => ask(phone)));
    return {
      "configuration with 30 keys": median(alone),
      "1,000 at once, p95": percentile(together, 0.95),
      "refused of all": failed,
    };
  },
  unit: "ms",
  bound: { "configuration with 30 keys": { atMost: 5 }, "refused of all": { atMost: 0, unit: "" } },
});

/** By the plain client: `fetch` would take a good part of the time for itself. */
async function get(url: string, agent: Agent) {
  const [response] = (await once(request(url, { agent }).end(), "response")) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

/** Phones of one customer, each with a line of its own and lamps for colleagues on all other keys. */
async function insertPhones(database: Database): Promise<void> {
  await seedDemonstration(database);
  const db: Kysely<Tables> = database.kysely;
  const first = await db.selectFrom("pbxdevices").selectAll().orderBy("id").executeTakeFirstOrThrow();
  const range = {
    ...{ name: "Line keys", num_lines: KEYS, can_private: true, can_blf: true },
    keys: Array.from({ length: KEYS }, (_, y) => ({ x: 10, y: 10 * y, labelpos: "left" })),
  };
  const template = Buffer.from(catalogueModels.find(({ vendor }) => vendor === "Yealink")?.config?.text ?? "");
  await sql`update pbxdevicemodels set linerange = ${JSON.stringify([range])}::jsonb where id in (
    select pbxdeviceconfigs.device_id from pbxdeviceconfigs join pbxdeviceprofiles on config_id = pbxdeviceconfigs.id
    where pbxdeviceprofiles.id = ${first.profile_id})`.execute(db);
  await sql`update recordfiles set content = ${template}::bytea, media_type = 'text/plain'
    where resource_name = 'pbxdeviceconfigs' and resource_id in (
      select config_id from pbxdeviceprofiles where id = ${first.profile_id})`.execute(db);
  const { customer_id, profile_id, reseller_id } = first;
  const seats = await db.selectFrom("subscribers").select("id").where("customer_id", "=", customer_id).execute();
  const lines = Array.from({ length: KEYS }, (_, key_num) => ({
    ...{ linerange: "Line keys", key_num, type: key_num === 0 ? "private" : "blf" },
    subscriber_id: seats[key_num % seats.length]?.id,
  }));
  const rows = Array.from({ length: PHONES }, (_, phone) => ({
    ...{ customer_id, profile_id, reseller_id, identifier: macOf(phone), station_name: `Desk ${phone}` },
    lines: JSON.stringify(lines),
  }));
  await db
    .insertInto("pbxdevices")
    .values(rows as never)
    .execute();
}
