import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { seedFolder } from "../support/seeded.ts";
import { type Server, startServer } from "../support/server.ts";
import { megabyte, mountSmallDisk } from "../support/smallDisk.ts";

let server: Server | undefined;
const disk = await mountSmallDisk(260);
cpSync(await seedFolder(), join(disk.seen, "data"), { recursive: true });
afterAll(async () => {
  await server?.kill();
  await disk?.remove();
});

async function start(): Promise<Server> {
  const env = { FILES_LEAVE_FREE_MB: "64" };
  server = await startServer({ dataDir: join(disk.folder, "data"), within: disk.within, env });
  return server;
}

const logIn = ({ url, passwords }: Server, login = "administrator") =>
  HttpClient.login(url, login, passwords.get(login) ?? "");

async function write(client: HttpClient, email: string) {
  const { status, body } = await client.request("POST", "/api/systemcontacts/", { email });
  return [status, body?.key];
}

const count = async (client: HttpClient, email: string) =>
  (await client.request("GET", `/api/systemcontacts/?email=${email}`)).body?.total_count;

const ready = async ({ url }: Server) => {
  const answer = await fetch(`${url}/ready`);
  return [answer.status, await answer.json()];
};

it("refuses changes on a full disk, lets people log in and read, and goes on with room", async () => {
  const first = await start();
  const before = await logIn(first);
  expect(await write(before, "room@example.org")).toEqual([201, undefined]);
  for (const free of [30 * megabyte, 0]) {
    disk.leave(free);
    for (let attempt = 0; attempt < 100; attempt++) {
      expect(await write(before, "full@example.org")).toEqual([507, "errors.storage_full"]);
    }
    expect(await count(before, "room@example.org")).toBe(1);
    // Whoever sends requests elsewhere for a node that is not ready would end reading, too.
    await expect.poll(() => ready(first)).toEqual([200, { status: "ready", warnings: ["disk"] }]);
    expect(await count(await logIn(first), "full@example.org")).toBe(0);
  }
  // What was accepted is still there after a kill, on a disk without any room but the reserve.
  await first.kill();
  disk.leave(0);
  const second = await start();
  const after = await logIn(second);
  expect(await count(after, "room@example.org")).toBe(1);
  disk.clear();
  expect(await write(after, "full@example.org")).toEqual([201, undefined]);
  await second.stop();
});

/** Sends a file in pieces until it is complete or refused, and returns the last answer. */
async function upload(url: string, client: HttpClient, bytes: number) {
  const begun = await client.request("POST", "/api/uploads/", {
    ...{ size: bytes, filename: "phone.bin", resource: "pbxdevicefirmwares", field: "data" },
  });
  if (begun.status !== 201) return { status: begun.status, headers: begun.headers, body: begun.body, id: undefined };
  const id = String(begun.body?.id);
  for (let offset = 0; offset < bytes; ) {
    const piece = Buffer.alloc(Math.min(2 * megabyte, bytes - offset), offset % 251);
    const answer = await fetch(`${url}/api/uploads/${id}`, {
      method: "PATCH",
      headers: {
        ...{ authorization: client.authorization, "upload-offset": String(offset) },
        "content-type": "application/offset+octet-stream",
      },
      body: piece,
    });
    const text = await answer.text();
    if (answer.status !== 204) return { status: answer.status, headers: answer.headers, body: JSON.parse(text), id };
    offset += piece.length;
  }
  return { status: 204, headers: new Headers(), body: undefined, id };
}

it("refuses uploads before the disk is full, while others work, and gives their room back at once", async () => {
  const running = await start();
  const [master, reseller] = await Promise.all([logIn(running), logIn(running, "shopkeeper")]);
  const roomBefore = disk.free();
  let isOver = false;
  const waits: number[] = [];
  const answers = new Set<number>();
  const secondUser = async () => {
    for (let round = 0; !isOver; round++) {
      const began = performance.now();
      const { status } =
        round % 3 === 0
          ? await master.request("POST", "/api/systemcontacts/", { email: `second${round}@example.org` })
          : await master.request("GET", "/api/customers/?rows=10");
      waits.push(performance.now() - began);
      answers.add(status);
    }
  };
  const working = secondUser();
  const whole = await upload(running.url, reseller, 300 * megabyte);
  expect(whole).toMatchObject({ status: 507, body: { key: "errors.files_full" } });
  // Each of them fits; together they do not.
  const size = 45 * megabyte;
  const all = await Promise.all([1, 2, 3, 4].map(() => upload(running.url, reseller, size)));
  isOver = true;
  await working;
  const statuses = all.map(({ status }) => status);
  expect(statuses).toContain(507);
  for (const { status, headers, body } of all.filter((one) => one.status !== 204)) {
    expect([status, body?.key, headers.get("retry-after")]).toEqual([507, "errors.files_full", "60"]);
  }
  expect([...answers].sort()).toEqual([200, 201]);
  console.log(`  waits of a second user during uploads: ${histogram(waits)}`);
  expect(disk.free()).toBeGreaterThan(32 * megabyte);
  expect(await write(master, "after@example.org")).toEqual([201, undefined]);

  const full = disk.free();
  const ids = all.flatMap(({ id }) => (id === undefined ? [] : [id]));
  for (const id of ids) expect((await reseller.request("DELETE", `/api/uploads/${id}`)).status).toBe(204);
  // All but what the log keeps for itself.
  expect(disk.free() - full).toBeGreaterThan(0.9 * (roomBefore - full) - 64 * megabyte);
  expect(disk.free() - full).toBeGreaterThan(90 * megabyte);
  await running.kill();
  const again = await start();
  expect(await count(await logIn(again), "after@example.org")).toBe(1);
  await again.stop();
});

function histogram(waits: readonly number[]): string {
  const bounds = [50, 100, 300, 1000, Number.POSITIVE_INFINITY];
  return bounds
    .map((bound, at) => {
      const from = bounds[at - 1] ?? 0;
      return `${Number.isFinite(bound) ? `under ${bound} ms` : "longer"}: ${waits.filter((wait) => wait >= from && wait < bound).length}`;
    })
    .join(", ");
}
