import { rm } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import type { SubscriberCreate } from "../../src/generated/types/index.gen.ts";
import { openDatabase } from "../../src/platform/db/engine.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { seedScale } from "../../src/platform/seed/scale.ts";
import { type Fingerprint, fingerprint } from "../support/fingerprint.ts";
import { type HttpAnswer, HttpClient } from "../support/httpClient.ts";
import { copySeededFolder } from "../support/seeded.ts";
import { type Server, startServer } from "../support/server.ts";

/** Writes that the server acknowledged before it was killed. */
interface Acknowledged {
  readonly contacts: Map<number, string>;
  readonly subscribers: Map<number, string>;
  readonly terminated: Set<number>;
  /** Last value of a field that is updated repeatedly: acknowledged, and sent. */
  counter: { acknowledged: number; sent: number };
}

/** Numbers of one subscriber: a primary one and three aliases. */
const NUMBERS = 4;
const CUSTOMERS = 6;

/** What is started anew after that. */
let restarted: Server | undefined;
const folder = await copySeededFolder("crash");
afterAll(async () => {
  await restarted?.kill();
  await rm(folder, { recursive: true, force: true });
});

describe.sequential("a server that is killed while writing", () => {
  it("keeps every acknowledged write and no partial one", async () => {
    const server = await startServer({ dataDir: folder });
    // A random moment between the first writes and long after them.
    const killAfter = 1 + Math.floor(Math.random() * 40);
    let fixture: Fixture;
    let acknowledged: Acknowledged;
    try {
      const client = await login(server);
      fixture = await prepare(client);
      acknowledged = await writeUntilKilled(server, client, fixture, killAfter);
    } finally {
      await server.kill();
    }

    restarted = await startServer({ dataDir: folder });
    expect((await fetch(`${restarted.url}/health`)).status).toBe(200);
    await expectKept(await login(restarted), fixture, acknowledged, `killed after ${killAfter} writes`);
  });

  it("keeps nothing of an unfinished long change", async () => {
    await restarted?.kill();
    const { resellerId, before, lastEntry } = await withDatabase(async (database) => {
      const { resellerId } = await seedScale(database, SUBSCRIBERS);
      // The next start seals the entries that the killed server has left open.
      await database.kysely.deleteFrom("journals").where("hash", "is", null).execute();
      const entries = database.kysely.selectFrom("journals").select((query) => query.fn.max("id").as("last"));
      const { last: lastEntry } = await entries.executeTakeFirstOrThrow();
      return { resellerId, before: await contents(database), lastEntry };
    });
    const server = await startServer({ dataDir: folder });
    try {
      const client = await login(server);
      const answer = change(client, `/api/resellers/${resellerId}`, "status", "terminated").then(
        () => "answered",
        () => "cut off",
      );
      // By then the first slice of subscribers is done, the second is not.
      while (!isMidway((await client.request("GET", "/panel-service/progress")).body));
      await server.kill();
      expect(await answer).toBe("cut off");
    } finally {
      await server.kill();
    }
    const after = await withDatabase(async (database) => {
      // The login before the change is a change of its own, which is kept.
      const logins = database.kysely
        .deleteFrom("journals")
        .where("operation", "=", "login")
        .where("id", ">", lastEntry);
      expect(await logins.executeTakeFirst()).toMatchObject({ numDeletedRows: 1n });
      return contents(database);
    });
    expect(after).toEqual(before);
  });
});

/** Subscribers of a reseller to terminate: two slices. */
const SUBSCRIBERS = 1_000;

function isMidway(progress: HttpAnswer["body"]): boolean {
  return Number(progress?.done) > 0;
}

async function withDatabase<T>(run: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir: folder });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

/** Sessions are not part of the change, nor are the balance intervals that every server adds by itself. */
async function contents({ kysely }: Database): Promise<Fingerprint> {
  const { adminsessions, balanceintervals, ...others } = await fingerprint(kysely);
  return others;
}

interface Fixture {
  readonly contactId: number;
  readonly customerId: number;
  readonly domainId: number;
  /** Customers to terminate, each with two subscribers. */
  readonly toTerminate: ReadonlyMap<number, readonly number[]>;
}

function login({ url, passwords }: Server): Promise<HttpClient> {
  return HttpClient.login(url, "administrator", passwords.get("administrator") ?? "");
}

/** Creates the records that the writers need. */
async function prepare(client: HttpClient): Promise<Fixture> {
  const [domain] = await client.all("domains");
  const reseller_id = Number(domain?.reseller_id);
  const [profile] = await client.all("billingprofiles", `reseller_id=${reseller_id}`);
  const contact_id = await client.create("customercontacts", { reseller_id, email: `crash@example.org` });
  const customer = { contact_id, billing_profile_id: profile?.id, type: "sipaccount", status: "active" } as const;
  const customerId = await client.create("customers", customer);
  const domainId = Number(domain?.id);
  const toTerminate = new Map<number, number[]>();
  for (let index = 0; index < CUSTOMERS; index++) {
    const id = await client.create("customers", customer);
    const subscribers = [0, 1].map((each) => subscriber(`toTerminate${index}x${each}`, id, domainId));
    toTerminate.set(id, await Promise.all(subscribers.map((record) => client.create("subscribers", record))));
  }
  const contactId = await client.create("systemcontacts", { email: "counter@example.org", company: "0" });
  return { contactId, customerId, domainId, toTerminate };
}

let nextNumber = 0;

function subscriber(username: string, customer_id: number, domain_id: number): SubscriberCreate {
  const number = () => ({ cc: "1", ac: "555", sn: `01${String(++nextNumber).padStart(5, "0")}` });
  return {
    username,
    customer_id,
    domain_id,
    password: "Crash-Proof-7x",
    status: "active",
    primary_number: number(),
    alias_numbers: [number(), number(), number()],
  };
}

/** Runs four writers until the server is gone. Kills it after this many acknowledged writes. */
async function writeUntilKilled(
  server: Server,
  client: HttpClient,
  fixture: Fixture,
  killAfter: number,
): Promise<Acknowledged> {
  const { contactId, customerId, domainId, toTerminate } = fixture;
  const done: Acknowledged = {
    contacts: new Map(),
    subscribers: new Map(),
    terminated: new Set(),
    counter: { acknowledged: 0, sent: 0 },
  };
  let count = 0;
  let killed: Promise<void> | undefined;
  const acknowledge = () => {
    count += 1;
    if (count === killAfter) killed = server.kill();
  };
  const writers: Writer[] = [
    async (index: number) => {
      const email = `crash.${index}@example.org`;
      done.contacts.set(await client.create("systemcontacts", { email }), email);
    },
    async (index: number) => {
      const username = `crash${index}`;
      done.subscribers.set(await client.create("subscribers", subscriber(username, customerId, domainId)), username);
    },
    async (index: number) => {
      const id = [...toTerminate.keys()][index];
      if (id === undefined) return "finished";
      await change(client, `/api/customers/${id}`, "status", "terminated");
      done.terminated.add(id);
    },
    async (index: number) => {
      done.counter.sent = index + 1;
      await change(client, `/api/systemcontacts/${contactId}`, "company", String(index + 1));
      done.counter.acknowledged = index + 1;
    },
  ];
  await Promise.all(writers.map((write) => repeat(write, acknowledge, () => killed !== undefined)));
  await killed;
  return done;
}

/** Makes the index-th write, or returns "finished" if there is nothing left to write. */
type Writer = (index: number) => Promise<undefined | "finished">;

/** Writes until the server is gone; errors before that fail the test. */
async function repeat(write: Writer, acknowledge: () => void, isOver: () => boolean): Promise<void> {
  for (let index = 0; !isOver(); index++) {
    try {
      if ((await write(index)) === "finished") return;
    } catch (error) {
      if (isOver()) return;
      throw error;
    }
    acknowledge();
  }
}

async function change(client: HttpClient, path: string, field: string, value: string): Promise<void> {
  const answer = await client.request("PATCH", path, [{ op: "replace", path: `/${field}`, value }]);
  if (answer.status !== 204) throw new Error(`${path}: ${answer.text}`);
}

async function expectKept(client: HttpClient, fixture: Fixture, done: Acknowledged, what: string): Promise<void> {
  const { contactId, customerId, toTerminate } = fixture;
  for (const [id, email] of done.contacts) {
    expect((await client.request("GET", `/api/systemcontacts/${id}`)).body, what).toMatchObject({ email });
  }
  const counter = Number((await client.request("GET", `/api/systemcontacts/${contactId}`)).body?.company);
  expect(counter, what).toBeGreaterThanOrEqual(done.counter.acknowledged);
  expect(counter, what).toBeLessThanOrEqual(done.counter.sent);

  const stored = await client.all("subscribers", `username=crash*`);
  const usernames = new Map(stored.map(({ id, username }) => [id, username]));
  for (const [id, username] of done.subscribers) expect(usernames.get(id), what).toBe(username);
  // Unacknowledged subscribers are stored completely or not at all.
  for (const { id } of stored) await expectWhole(client, Number(id), what);
  const numbers = await client.all("numbers", `customer_id=${customerId}`);
  expect(numbers, what).toHaveLength(stored.length * NUMBERS);

  for (const [id, subscribers] of toTerminate) {
    const { body } = await client.request("GET", `/api/customers/${id}`);
    if (done.terminated.has(id)) expect(body?.status, what).toBe("terminated");
    const changes = (await journalOf(client, "customers", id)).filter(({ operation }) => operation === "update");
    expect(changes, what).toHaveLength(body?.status === "terminated" ? 1 : 0);
    for (const subscriberId of subscribers) {
      if (body?.status === "active") await expectWhole(client, subscriberId, what);
      else await expectGone(client, subscriberId, what);
    }
  }
}

/** Expects the subscriber with all its numbers and the journal entry of its creation. */
async function expectWhole(client: HttpClient, id: number, what: string): Promise<void> {
  const { status, body } = await client.request("GET", `/api/subscribers/${id}`);
  expect(status, what).toBe(200);
  expect(body?.primary_number, what).toMatchObject({ cc: 1 });
  expect(body?.alias_numbers, what).toHaveLength(NUMBERS - 1);
  expect(await client.all("numbers", `subscriber_id=${id}`), what).toHaveLength(NUMBERS);
  expect(await journalOf(client, "subscribers", id), what).toMatchObject([{ operation: "create" }]);
}

/** Expects that the subscriber was terminated with its customer: no record, no numbers, and a journal entry. */
async function expectGone(client: HttpClient, id: number, what: string): Promise<void> {
  expect((await client.request("GET", `/api/subscribers/${id}`)).status, what).toBe(404);
  expect(await client.all("numbers", `subscriber_id=${id}`), what).toEqual([]);
  const entries = await journalOf(client, "subscribers", id);
  expect(entries.at(-1)?.changes, what).toMatchObject({ status: { after: "terminated" } });
}

function journalOf(client: HttpClient, resource: string, id: number) {
  return client.request("GET", `/api/${resource}/${id}/journal/?rows=100`).then(({ body }) => {
    const lists = body?._embedded as Record<string, Record<string, unknown>[]> | undefined;
    return lists?.["ngcp:journal"] ?? [];
  });
}
