import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { type Server, startServer } from "../support/server.ts";

const megabyte = 1024 * 1024;
const disk = mkdtempSync(join(tmpdir(), "patchbay-disk-"));
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=220m", "tmpfs", disk]).status === 0;
if (!isMounted) console.warn("  a small disk cannot be mounted: what a full one does was not tried");

let server: Server | undefined;
afterAll(async () => {
  await server?.kill();
  if (isMounted) spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
});

const ballast = join(disk, "ballast");
/** Fills the disk with something else, until so many bytes are free. */
function leave(bytes: number): void {
  for (;;) {
    const { bavail, bsize } = statfsSync(disk);
    const excess = bavail * bsize - bytes;
    if (excess <= 0) return;
    appendFileSync(ballast, Buffer.alloc(Math.min(excess, megabyte), 1));
  }
}

it.skipIf(!isMounted)(
  "refuses changes on a full disk, lets people log in and read, and goes on with room",
  async () => {
    const dataDir = join(disk, "data");
    cpSync(inject("seededFolder"), dataDir, { recursive: true });
    const start = async () => {
      const started = await startServer({ dataDir });
      server = started;
      return started;
    };
    const logIn = ({ url, passwords }: Server) =>
      HttpClient.login(url, "administrator", passwords.get("administrator") ?? "");
    const write = async (client: HttpClient, email: string) => {
      const { status, body } = await client.request("POST", "/api/systemcontacts/", { email });
      return [status, body?.key];
    };
    const count = async (client: HttpClient, email: string) =>
      (await client.request("GET", `/api/systemcontacts/?email=${email}`)).body?.total_count;

    const ready = async ({ url }: Server) => {
      const answer = await fetch(`${url}/ready`);
      return [answer.status, await answer.json()];
    };

    const first = await start();
    const before = await logIn(first);
    expect(await write(before, "room@example.org")).toEqual([201, undefined]);
    for (const free of [30 * megabyte, 0]) {
      leave(free);
      for (let attempt = 0; attempt < 100; attempt++) {
        expect(await write(before, "full@example.org")).toEqual([507, "errors.storage_full"]);
      }
      expect(await count(before, "room@example.org")).toBe(1);
      // Whoever sends requests elsewhere for a node that is not ready would end reading, too.
      await expect.poll(() => ready(first)).toEqual([200, { status: "ready", warnings: ["disk"] }]);
      expect(await count(await logIn(first), "full@example.org")).toBe(0);
    }
    // What was accepted is still there after a kill, on a disk that has hardly more room.
    await first.kill();
    rmSync(ballast);
    leave(megabyte);
    const second = await start();
    const after = await logIn(second);
    expect(await count(after, "room@example.org")).toBe(1);
    rmSync(ballast);
    expect(await write(after, "full@example.org")).toEqual([201, undefined]);
    await second.stop();
  },
);
