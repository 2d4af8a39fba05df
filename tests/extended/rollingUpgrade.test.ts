import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runPatchbay } from "../support/command.ts";
import { HttpClient } from "../support/httpClient.ts";
import { createEmpty, type SeededData } from "../support/seeded.ts";
import { type Server, startServer } from "../support/server.ts";
import { isAll } from "../support/tiers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const SUBSCRIBERS = isAll ? 100_000 : 5_000;
/** Runs one after the other: what is between two of them was written by the other version, too. */
const WRITES = 25;

/** The commit to upgrade from. */
const PREVIOUS = process.env.UPGRADE_FROM ?? "HEAD~1";
/** A clone without history has no commit before; then there is nothing to upgrade from. */
const hasPrevious =
  spawnSync("git", ["rev-parse", "--verify", "--quiet", `${PREVIOUS}^{commit}`], { cwd: root }).status === 0;

let older: string;
let data: SeededData;
const servers: Server[] = [];

/** The built server of that commit; it serves this one's panel, which takes longer to build. */
function buildPrevious(): void {
  run("sh", ["-c", `git -C "${root}" archive ${PREVIOUS} | tar -x -C "${older}"`]);
  const vite = join(root, "node_modules/vite/bin/vite.js");
  run(process.execPath, [vite, "build", "--config", "vite.server.config.ts", "--logLevel", "warn"]);
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: older,
    encoding: "utf8",
    env: { ...process.env, VITEST: undefined, ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}`);
}

/** Each node has its own data folder, as on two machines. */
async function start(name: string, project: string): Promise<Server> {
  const env = { DATABASE_URL: data.databaseUrl, DEMO: "1" };
  const server = await startServer({ dataDir: join(data.folder, name), root: project, env });
  servers.push(server);
  return server;
}

const login = ({ url, passwords }: Server) =>
  HttpClient.login(url, "administrator", passwords.get("administrator") ?? "");

beforeAll(async () => {
  if (!hasPrevious) return;
  data = await createEmpty("upgrade");
  older = await mkdtemp(join(tmpdir(), "patchbay-older-"));
  await symlink(join(root, "node_modules"), join(older, "node_modules"));
  buildPrevious();
  await symlink(join(root, "dist/panel"), join(older, "dist/panel"));
});
afterAll(async () => {
  for (const server of servers) await server.kill();
  await data?.remove();
  if (older) await rm(older, { recursive: true, force: true });
});

/** Everything that one writer was told is stored. */
interface Written {
  readonly customers: readonly number[];
  readonly external: ReadonlyMap<number, string>;
}

/** What new customers share with one of the demonstration. */
type Like = Readonly<Record<"contact_id" | "billing_profile_id", number>>;

/** Creates customers and changes subscribers, its own and those that the other version changes too. */
async function write(client: HttpClient, tag: string, like: Like, subscribers: readonly number[]): Promise<Written> {
  const customers: number[] = [];
  const external = new Map<number, string>();
  for (let index = 0; index < WRITES; index++) {
    customers.push(
      await client.create("customers", {
        ...like,
        type: "sipaccount",
        status: "active",
        external_id: `${tag}-${index}`,
      }),
    );
    const id = subscribers[index] ?? 0;
    const change = [{ op: "replace", path: "/external_id", value: `${tag}-${index}` }];
    const { status, text } = await client.request("PATCH", `/api/subscribers/${id}`, change);
    expect({ status, text }).toEqual({ status: 204, text: "" });
    external.set(id, `${tag}-${index}`);
  }
  return { customers, external };
}

async function expectStored(client: HttpClient, { customers, external }: Written): Promise<void> {
  for (const id of customers) expect((await client.request("GET", `/api/customers/${id}`)).status).toBe(200);
  for (const [id, value] of external) {
    expect((await client.request("GET", `/api/subscribers/${id}`)).body).toMatchObject({ id, external_id: value });
  }
}

const totalOf = async (client: HttpClient, list: string) =>
  Number((await client.request("GET", `/api/${list}/?rows=1`)).body?.total_count);

it.skipIf(!hasPrevious)("lets the previous version and this one work on one database", async () => {
  const before = await start("older", older);
  const old = await login(before);
  // By the older version's own means; until the command line there was a program for it.
  const isNewer = existsSync(join(older, "dist/server/cli.js"));
  const filling = isNewer ? ["dist/server/cli.js", "demo", "--force"] : ["dist/server/seed.js"];
  run(process.execPath, [...filling, "--subscribers", String(SUBSCRIBERS)], {
    DATABASE_URL: data.databaseUrl,
    DATA_DIR: join(data.folder, "fill"),
    DEMO: "1",
  });
  const filled = { subscribers: await totalOf(old, "subscribers"), customers: await totalOf(old, "customers") };
  expect(filled.subscribers).toBeGreaterThan(SUBSCRIBERS);
  const { contact_id, billing_profile_id } = (await old.request("GET", "/api/customers/3")).body ?? {};
  const like = { contact_id: Number(contact_id), billing_profile_id: Number(billing_profile_id) };
  const ids = (first: number) => Array.from({ length: WRITES }, (_, index) => first + index);

  // It goes on writing while the new version changes the tables and starts.
  const [alone, after] = await Promise.all([write(old, "during", like, ids(1_000)), start("newer", root)]);
  const fresh = await login(after);
  const [ofOld, ofFresh] = await Promise.all([
    write(old, "older", like, ids(2_000)),
    write(fresh, "newer", like, ids(3_000)),
  ]);
  // Each changes what the other one has changed.
  const [overOld, overFresh] = await Promise.all([
    write(fresh, "over-older", like, ids(2_000)),
    write(old, "over-newer", like, ids(3_000)),
  ]);

  for (const client of [old, fresh]) {
    for (const written of [alone, overOld, overFresh]) await expectStored(client, written);
    for (const { customers } of [ofOld, ofFresh]) await expectStored(client, { customers, external: new Map() });
    expect(await totalOf(client, "subscribers")).toBe(filled.subscribers);
    expect(await totalOf(client, "customers")).toBe(filled.customers + 5 * WRITES);
  }
  await before.stop();
  expect(await totalOf(fresh, "subscribers")).toBe(filled.subscribers);
  await after.stop();
  const journal = await runPatchbay(["journal", "verify"], {
    DATABASE_URL: data.databaseUrl,
    DATA_DIR: join(data.folder, "newer"),
  });
  expect(journal).toMatchObject({ code: 0, complaints: "" });
});
