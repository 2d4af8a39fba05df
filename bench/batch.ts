import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { toFileValue } from "../src/core/fileValue.ts";
import type { Tables } from "../src/generated/database.gen.ts";
import { buildPlatform } from "../src/platform/app.ts";
import { valueTypes } from "../src/platform/db/valueTypes.ts";
import { Api } from "../tests/support/api.ts";
import { HttpClient } from "../tests/support/httpClient.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { startServer } from "../tests/support/server.ts";
import { LOGIN } from "./panel.ts";
import type { Figure } from "./report.ts";

/** Lines of the file; `LINES=5000 npm run bench -- batch` for more. */
const LINES = Number(process.env.LINES ?? 500);
/** Lines made by single requests: enough to tell their rate. */
const SINGLE = 100;
/** Lines whose statements are counted. */
const COUNTED = 100;
const MIN_RATIO = 10;

const RESELLER = "Bench";
const DOMAIN = "batch.example.org";
const KEYS = "Line keys";
/**
 * A contact, a customer with its balance and a subscriber with a number, preferences of both, forwards and a phone: what
 * `makeSingle` sends.
 */
const TEMPLATE = `fields:
  - { name: ext, label: Extension, type: Text, required: 1, format: digits }
  - { name: who, label: Name, type: Text, required: 1 }
  - { name: mac, label: Phone, type: Text, format: mac }
contract_contact:
  identifier: email, reseller_id
  email_code: "c[% row.ext %]@example.org"
  firstname_code: "[% row.who %]"
contract:
  identifier: external_id
  external_id_code: "C[% row.ext %]"
  product: Cloud PBX Account
  billing_profile: Batch
contract_preferences:
  concurrent_max: 7
subscriber:
  domain: ${DOMAIN}
  username_code: "u[% row.ext %]"
  password_code: "[% row.sip_password %]"
  display_name_code: "[% row.who %]"
  is_pbx_pilot: 1
  primary_number: { cc: 43, ac: 1, sn_code: "[% row.ext %]" }
subscriber_preferences:
  concurrent_max: 2
  cli_code: "431[% row.ext %]"
contract_balance:
  cash_balance: 5
cf_mappings:
  cft_ringtimeout: 20
forwards:
  cfu:
    destinations:
      - { destination_code: "43199[% row.ext %]" }
devices:
  - profile: Batch desk
    identifier_code: "[% row.mac %]"
    station_name_code: "[% row.who %]"
    lines:
      - { linerange: ${KEYS}, key_num: 0, type: private }
`;

/** Lines of a provisioning template in one run, against what a script would send for each of them. */
export async function benchBatch(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  const server = await startServer({ dataDir: folder, env: { DATABASE_URL: postgres.url, DEMO: "1" } });
  try {
    const password = server.passwords.get(LOGIN) ?? "";
    const client = await HttpClient.login(server.url, LOGIN, password);
    const setup = await prepare(client);
    // Both once before, so that neither pays for what is compiled and prepared.
    for (let index = 0; index < 10; index++) await makeSingle(client, setup, index);
    await runFile(server.url, client, setup.template, fileOf(1_000, 50));
    const single = await timed(async () => {
      for (let index = 0; index < SINGLE; index++) await makeSingle(client, setup, 2_000 + index);
    });
    const whole = await timed(() => runFile(server.url, client, setup.template, fileOf(10_000, LINES)));
    const [perSingle, perLine] = [single / SINGLE, whole / LINES];
    const statements = await countStatements({ databaseUrl: postgres.url, password }, setup.template);
    return [
      {
        name: `lines of a run, ${LINES} at once, against single requests`,
        ours: `${perLine.toFixed(2)} ms`,
        baseline: `${perSingle.toFixed(2)} ms`,
        value: perSingle / perLine,
        bound: { atLeast: MIN_RATIO },
      },
      { name: "statements for a line of a run", ours: statements.toFixed(2), value: statements },
    ];
  } finally {
    await server.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Setup {
  readonly template: number;
  readonly reseller: number;
  readonly billing: number;
  readonly domain: number;
  readonly profile: number;
}

/** What the template names: a reseller with a billing profile, a domain and a phone. */
async function prepare(client: HttpClient): Promise<Setup> {
  const contact_id = await client.create("systemcontacts", { email: "batch@example.org" });
  const contract = { contact_id, status: "active", type: "reseller", billing_profile_id: 1 };
  const contract_id = await client.create("contracts", contract);
  const reseller = await client.create("resellers", { contract_id, name: RESELLER, status: "active" });
  const own = { reseller_id: reseller };
  const billing = await client.create("billingprofiles", { ...own, handle: "batch", name: "Batch" });
  const domain = await client.create("domains", { ...own, domain: DOMAIN });
  const device_id = await client.create("pbxdevicemodels", {
    ...{ ...own, vendor: "Tessel", model: "D46", type: "phone" },
    linerange: [{ name: KEYS, can_private: true, keys: [{ x: 1, y: 1 }] }],
  });
  const data = toFileValue({ type: "text/plain", base64: Buffer.from("a=1").toString("base64") });
  const config_id = await client.create("pbxdeviceconfigs", { device_id, version: "1", data });
  const profile = await client.create("pbxdeviceprofiles", { config_id, name: "Batch desk" });
  const about = { ...own, name: "Batch", description: "Seats", template: TEMPLATE };
  return { template: await client.create("provisioningtemplates", about), reseller, billing, domain, profile };
}

const seatOf = (index: number) => ({
  ...{ ext: String(100_000 + index), who: `Seat ${index}` },
  mac: `0050c4${index.toString(16).padStart(6, "0")}`,
});

function fileOf(first: number, count: number): string {
  const seats = Array.from({ length: count }, (_, index) => seatOf(first + index));
  return ["ext,who,mac", ...seats.map(({ ext, who, mac }) => `${ext},${who},${mac}`)].join("\n");
}

/** The same as a line, by the requests that a script sends: it knows the ids, and looks nothing up. */
async function makeSingle(client: HttpClient, { reseller, billing, domain, profile }: Setup, index: number) {
  const { ext, who, mac } = seatOf(index);
  const set = async (resource: string, id: number, values: object, op = "add") => {
    const patch = Object.entries(values).map(([name, value]) => ({ op, path: `/${name}`, value }));
    const answer = await client.request("PATCH", `/api/${resource}/${id}`, patch);
    if (answer.status >= 300) throw new Error(`${resource}: ${answer.text}`);
  };
  const contact = { reseller_id: reseller, email: `c${ext}@example.org`, firstname: who };
  const contact_id = await client.create("customercontacts", contact);
  const customer_id = await client.create("customers", {
    ...{ contact_id, billing_profile_id: billing, type: "pbxaccount", status: "active", external_id: `C${ext}` },
  });
  await set("customerpreferences", customer_id, { concurrent_max: 7 });
  const subscriber_id = await client.create("subscribers", {
    ...{ customer_id, domain_id: domain, username: `u${ext}`, password: `Tulip-${ext}-harbour`, display_name: who },
    ...{ is_pbx_pilot: true, primary_number: { cc: "43", ac: "1", sn: ext } },
  });
  await set("subscriberpreferences", subscriber_id, { concurrent_max: 2, cli: `431${ext}` });
  await set("customerbalances", customer_id, { cash_balance: 5 }, "replace");
  await set("cfmappings", subscriber_id, { cft_ringtimeout: 20 }, "replace");
  await set("callforwards", subscriber_id, { cfu: { destinations: [{ destination: `43199${ext}` }] } }, "replace");
  await client.create("pbxdevices", {
    ...{ customer_id, profile_id: profile, identifier: mac, station_name: who },
    lines: [{ linerange: KEYS, key_num: 0, type: "private", subscriber_id }],
  });
}

async function runFile(url: string, client: HttpClient, template: number, body: string): Promise<void> {
  const answer = await fetch(`${url}/api/provisioningtemplates/${template}`, {
    method: "POST",
    headers: { "content-type": "text/csv", authorization: client.authorization },
    body,
  });
  if (answer.status !== 201) throw new Error((await answer.text()).slice(0, 1_000));
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

interface Counting {
  readonly databaseUrl: string;
  readonly password: string;
}

/** Statements per line, of a platform in this process. */
async function countStatements({ databaseUrl, password }: Counting, template: number): Promise<number> {
  let statements: string[] = [];
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, types: valueTypes }) }),
    log: ({ query }) => void statements.push(query.sql),
  });
  const database = { kysely, engine: "postgres", connections: () => ({ used: 0, idle: 0, waiting: 0 }) } as const;
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  try {
    const api = await Api.login(app, LOGIN, password);
    await api.list("admins", { rows: 1 });
    statements = [];
    const answer = await api.request("POST", `/api/provisioningtemplates/${template}`, undefined, {
      headers: { "content-type": "text/csv" },
      raw: fileOf(90_000, COUNTED),
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return statements.length / COUNTED;
  } finally {
    await app.close();
    await kysely.destroy();
  }
}
