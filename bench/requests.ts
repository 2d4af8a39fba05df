import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { CompiledQuery } from "kysely";
import type { Database } from "../src/platform/db/tables.ts";
import { seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { type After, type Measured, scenario } from "./scenario.ts";
import { load, type Request, replace, startPlatform, type Target } from "./support.ts";

const CONTACTS = 10_000;
const SECONDS = 2;

/** A twentieth of them is terminated. Returns the id before the first. */
async function fillContacts(database: Database): Promise<number> {
  await seedDemonstration(database);
  const { rows } = await database.kysely.executeQuery(
    CompiledQuery.raw(`insert into contacts (reseller_id, firstname, lastname, email, company, street, postcode, city,
        country, phonenumber, status)
      select 1, 'Given ' || n % 97, 'Family ' || n % 991, 'contact' || n || '@example.org', 'Company ' || n % 1987,
        'Street ' || n % 311, (10000 + n % 8999)::text, 'City ' || n % 211, 'DE', '+49 30 ' || 1000000 + n,
        case when n % 20 = 0 then 'terminated' else 'active' end
      from generate_series(1, ${CONTACTS}) n returning id`),
  );
  return Number((rows[0] as { readonly id: number }).id) - 1;
}

async function rates(target: Target, base: number): Promise<Measured> {
  const ids = Array.from({ length: 400 }, (_, index) => base + 1 + index * 20);
  const read = (path: string): Request => ({ method: "GET", path: `/api/customercontacts/${path}` });
  const rate = (requests: readonly Request[]) => load(target, requests, { duration: SECONDS });
  return {
    list: await rate([read("?page=1&rows=10")]),
    get: await rate(ids.map((id) => read(`${id}`))),
    change: await rate(ids.map((id) => replace(`/api/customercontacts/${id}`, "company", "Bench <n>"))),
    filter: await rate(ids.map((id) => read(`?page=1&rows=10&email=*tact${id % 1000}*`))),
  };
}

/** A list of 10 with total, a record, a changed field and a filter with total, against a hand-written handler. */
export const requests = scenario({
  name: "requests",
  setup: async (after) => {
    const platform = await startPlatform(after, "PostgreSQL", fillContacts);
    const bare = { url: await startBare(after, platform.databaseUrl ?? "") };
    return { platform, bare, base: platform.rows ?? 0 };
  },
  run: ({ platform, base }) => rates(platform, base),
  unit: "/s",
  baseline: ({ bare, base }) => rates(bare, base),
  bound: { list: { atLeast: 0.65 }, get: { atLeast: 0.8 }, change: { atLeast: 0.45 }, filter: { atLeast: 0.8 } },
  rounds: 5,
});

/** The requests on the embedded engine, against the product on PostgreSQL. */
export const embedded = scenario({
  name: "embedded",
  setup: async (after) => ({
    ours: await startPlatform(after, "embedded", fillContacts),
    theirs: await startPlatform(after, "PostgreSQL", fillContacts),
  }),
  run: ({ ours }) => rates(ours, ours.rows ?? 0),
  unit: "/s",
  baseline: ({ theirs }) => rates(theirs, theirs.rows ?? 0),
  bound: { list: { atLeast: 0.15 }, get: { atLeast: 0.15 }, change: { atLeast: 0.15 }, filter: { atLeast: 0.15 } },
  rounds: 5,
});

/** The baseline in a process of its own, which prints its address once it is ready. */
async function startBare(after: After, databaseUrl: string): Promise<string> {
  const program = fileURLToPath(new URL("bareContacts.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, databaseUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  after(() => child.kill("SIGKILL"));
  const [url] = await once(child.stdout, "data");
  return String(url).trim();
}
