import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../src/generated/database.gen.ts";
import { openDatabase } from "../src/platform/db/engine.ts";
import { HttpClient } from "../tests/support/httpClient.ts";
import { measureMs, scenario } from "./scenario.ts";
import { LOGIN, makeFolder, startDatabase, startNode } from "./support.ts";

const TRIES = 40;
const OTHER = "operator";

/** Longest time in which one of two nodes ignores a change made on the other; and in which work of a killed node is not done. */
export const nodes = scenario({
  name: "nodes",
  setup: async (after) => {
    const env = { DATABASE_URL: await startDatabase(after), DEMO: "1" };
    const { kysely, close } = await openDatabase({ databaseUrl: env.DATABASE_URL });
    after(close);
    const here = await startNode(after, await makeFolder(after), env);
    return { db: kysely, here, there: await startNode(after, await makeFolder(after), env) };
  },
  run: async ({ db, here, there }) => {
    const logIn = ({ url }: { readonly url: string }, name: string) =>
      HttpClient.login(url, name, here.passwords.get(name) ?? "");
    const [master, other] = [await logIn(here, LOGIN), await logIn(there, OTHER)];
    const [admin] = await master.all("admins", `login=${OTHER}`);
    const permit = (value: boolean) =>
      master.request("PATCH", `/api/admins/${admin?.id}`, [{ op: "replace", path: "/show_passwords", value }]);
    const seesPasswords = async () =>
      typeof (await other.request("GET", "/api/subscribers/1")).body?.password === "string";
    const permission = await worst(async () => {
      // The caches of the node are fresh then.
      await until(seesPasswords);
      await permit(false);
      const ms = await measureMs(() => until(async () => !(await seesPasswords())));
      await permit(true);
      return ms;
    });
    const session = await worst(async () => {
      const session = await logIn(here, OTHER);
      const headers = { authorization: session.authorization };
      const ask = async () => (await fetch(new URL("/api/domains/?rows=1", there.url), { headers })).status;
      if ((await ask()) !== 200) throw new Error("a new session does not hold on the other node");
      await session.request("GET", "/ajax_logout");
      return measureMs(() => until(async () => (await ask()) === 401));
    });
    return {
      "permission removed": permission,
      "session ended": session,
      "scheduled work taken over": await takeover(db, [here, there]),
    };
  },
  unit: "ms",
  bound: {
    "permission removed": { atMost: 1000 },
    "session ended": { atMost: 1000 },
    "scheduled work taken over": { atMost: 10_000 },
  },
});

async function worst(once: () => Promise<number>): Promise<number> {
  const waits: number[] = [];
  for (let index = 0; index < TRIES; index++) waits.push(await once());
  return Math.max(...waits);
}

/** Asks every 2 ms, so that asking is no load. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > 30_000) throw new Error("what was changed does not hold on the other node");
    await pause(2);
  }
}

/** Kills the node that does scheduled work; milliseconds until the other one does some, as the page System shows it. */
async function takeover(
  db: Kysely<Tables>,
  both: readonly { readonly pid: number | undefined; kill(): Promise<void> }[],
) {
  const { rows } = await sql<{ name: string }>`
    select name from nodes join nodeduties using (node) where until > now()`.execute(db);
  const name = rows[0]?.name ?? "";
  const dying = both.find(({ pid }) => name.endsWith(`:${pid}`));
  if (!dying) throw new Error(`${name} does scheduled work, and is none of the nodes`);
  await dying.kill();
  const since = new Date().toISOString();
  const runs = db.selectFrom("taskruns").select("task").where("node", "!=", name).where("started", ">", since);
  return measureMs(() => until(async () => (await runs.executeTakeFirst()) !== undefined));
}
