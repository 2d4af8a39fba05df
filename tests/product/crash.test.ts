import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { copySeededFolder } from "../support/seededFolder.ts";
import { type Server, startServer } from "../support/server.ts";

/** What the server answered for before it was killed. */
interface Acknowledged {
  readonly contacts: Map<number, string>;
  readonly subscribers: Map<number, string>;
  readonly terminated: Set<number>;
  /** Last value of a field that is written over and over: acknowledged, and sent at last. */
  counter: { acknowledged: number; sent: number };
}

/** Numbers of one subscriber: a primary one and three aliases. */
const NUMBERS = 4;
const CUSTOMERS = 12;

let folder: string;
beforeAll(async () => {
  folder = await copySeededFolder("crash");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.sequential("a server that is killed while it writes", () => {
  it.each([1, 2, 3])("has kept every acknowledged write and no half of another (round %i)", async (round) => {
    const server = await startServer({ dataDir: folder });
    // Anywhere from the first writes to long after them, another place in every run.
    const killAfter = 1 + Math.floor(Math.random() * 80);
    let stage: Stage;
    let acknowledged: Acknowledged;
    try {
      const client = await login(server);
      stage = await prepare(client, round);
      acknowledged = await writeUntilKilled(server, client, stage, killAfter);
    } finally {
      await server.kill();
    }

    const restarted = await startServer({ dataDir: folder });
    try {
      expect((await fetch(`${restarted.url}/health`)).status).toBe(200);
      await expectKept(await login(restarted), stage, acknowledged, `killed after ${killAfter} writes`);
    } finally {
      await restarted.kill();
    }
  });
});

interface Stage {
  readonly round: number;
  readonly contactId: number;
  readonly customerId: number;
  readonly domainId: number;
  /** Customers to terminate, each with two subscribers. */
  readonly doomed: ReadonlyMap<number, readonly number[]>;
}

function login({ url, passwords }: Server): Promise<HttpClient> {
  return HttpClient.login(url, "administrator", passwords.get("administrator") ?? "");
}

/** Records that the writers of a round need. */
async function prepare(client: HttpClient, round: number): Promise<Stage> {
  const [domain] = await client.all("domains");
  const reseller_id = Number(domain?.reseller_id);
  const [profile] = await client.all("billingprofiles", `reseller_id=${reseller_id}`);
  const contact_id = await client.create("customercontacts", { reseller_id, email: `crash${round}@example.org` });
  const customer = { contact_id, billing_profile_id: profile?.id, type: "sipaccount", status: "active" };
  const customerId = await client.create("customers", customer);
  const domainId = Number(domain?.id);
  const doomed = new Map<number, number[]>();
  for (let index = 0; index < CUSTOMERS; index++) {
    const id = await client.create("customers", customer);
    const subscribers = [0, 1].map((each) => subscriber(`doomed${round}x${index}x${each}`, id, domainId));
    doomed.set(id, await Promise.all(subscribers.map((record) => client.create("subscribers", record))));
  }
  const contactId = await client.create("systemcontacts", { email: "counter@example.org", company: "0" });
  return { round, contactId, customerId, domainId, doomed };
}

let nextNumber = 0;

function subscriber(username: string, customer_id: number, domain_id: number) {
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

/** Four writers at once, until the server is gone; it is killed when so many writes were acknowledged. */
async function writeUntilKilled(
  server: Server,
  client: HttpClient,
  stage: Stage,
  killAfter: number,
): Promise<Acknowledged> {
  const { round, contactId, customerId, domainId, doomed } = stage;
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
      const email = `crash${round}.${index}@example.org`;
      done.contacts.set(await client.create("systemcontacts", { email }), email);
    },
    async (index: number) => {
      const username = `crash${round}x${index}`;
      done.subscribers.set(await client.create("subscribers", subscriber(username, customerId, domainId)), username);
    },
    async (index: number) => {
      const id = [...doomed.keys()][index];
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

/** Makes the index-th write; "finished" when there is nothing left to write. */
type Writer = (index: number) => Promise<undefined | "finished">;

/** Writes one after the other until the server is gone; an error before that is the test's. */
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

async function expectKept(client: HttpClient, stage: Stage, done: Acknowledged, what: string): Promise<void> {
  const { round, contactId, customerId, doomed } = stage;
  for (const [id, email] of done.contacts) {
    expect((await client.request("GET", `/api/systemcontacts/${id}`)).body, what).toMatchObject({ email });
  }
  const counter = Number((await client.request("GET", `/api/systemcontacts/${contactId}`)).body?.company);
  expect(counter, what).toBeGreaterThanOrEqual(done.counter.acknowledged);
  expect(counter, what).toBeLessThanOrEqual(done.counter.sent);

  const stored = await client.all("subscribers", `username=crash${round}x*`);
  const usernames = new Map(stored.map(({ id, username }) => [id, username]));
  for (const [id, username] of done.subscribers) expect(usernames.get(id), what).toBe(username);
  // Those nobody was told of are there as a whole too, or not at all.
  for (const { id } of stored) await expectWhole(client, Number(id), what);
  const numbers = await client.all("numbers", `customer_id=${customerId}`);
  expect(numbers, what).toHaveLength(stored.length * NUMBERS);

  for (const [id, subscribers] of doomed) {
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

/** The subscriber with all its numbers and the entry of its creation. */
async function expectWhole(client: HttpClient, id: number, what: string): Promise<void> {
  const { status, body } = await client.request("GET", `/api/subscribers/${id}`);
  expect(status, what).toBe(200);
  expect(body?.primary_number, what).toMatchObject({ cc: "1" });
  expect(body?.alias_numbers, what).toHaveLength(NUMBERS - 1);
  expect(await client.all("numbers", `subscriber_id=${id}`), what).toHaveLength(NUMBERS);
  expect(await journalOf(client, "subscribers", id), what).toMatchObject([{ operation: "create" }]);
}

/** Terminated with its customer: no address, no numbers, and an entry that says so. */
async function expectGone(client: HttpClient, id: number, what: string): Promise<void> {
  expect((await client.request("GET", `/api/subscribers/${id}`)).status, what).toBe(404);
  expect(await client.all("numbers", `subscriber_id=${id}`), what).toEqual([]);
  const entries = await journalOf(client, "subscribers", id);
  expect(entries.at(-1)?.changes, what).toMatchObject({ status: { after: "terminated" } });
}

function journalOf(client: HttpClient, resource: string, id: number) {
  return client.request("GET", `/api/${resource}/${id}/journal/?rows=100`).then(({ body }) => {
    const lists = body?._embedded as Record<string, Record<string, unknown>[]> | undefined;
    return lists?.["ngcp:journals"] ?? [];
  });
}
