import { expect, it } from "vitest";
import type { SystemReport } from "../../../core/api/systemResponse.ts";
import { platformUntilEnd } from "../../../testing/platform.ts";

const clock = { now: new Date("2026-05-01T12:00:00Z") };

async function report(): Promise<SystemReport> {
  const reply = await (await platform.as("master")).send("GET", "/api/system");
  expect(reply.status).toBe(200);
  return reply.body as unknown as SystemReport;
}

const names = async () => (await report()).warnings.map(({ name }) => name);

const platform = await platformUntilEnd({
  keepUpEvery: 60_000,
  publicUrl: "https://panel.example",
  installation: { dataDir: "/", hasMailServer: true },
  clock: () => clock.now,
});

it("is for superusers", async () => {
  for (const login of ["resellerTwo", "care", "intercept"] as const) {
    expect((await (await platform.as(login)).send("GET", "/api/system")).status, login).toBe(403);
  }
  expect((await platform.anonymous.send("GET", "/api/system")).status).toBe(401);
});

it("tells the database, its tables, scheduled work and the disk", async () => {
  await expect.poll(async () => (await report()).tasks.map(({ name }) => name)).toEqual(["balances", "uploads"]);
  const { database, tables, tasks, disk, nodes } = await report();
  expect(database).toMatchObject({ engine: "postgres", version: expect.stringMatching(/^\d+/), replicas: [] });
  expect(database.size).toBeGreaterThan(1_000_000);
  expect(tables).toHaveLength(10);
  expect(tasks[0]).toMatchObject({ outcome: "success", started: "2026-05-01T12:00:00Z" });
  expect(disk?.total).toBeGreaterThan(0);
  expect(nodes).toMatchObject([{ isThis: true }]);
});

it("warns of backups that are missing, failed or a week old", async () => {
  const backup = { kind: "backup", size: 1024, outcome: "success" };
  expect(await names()).toContain("noBackup");
  const rows = platform.database.kysely.insertInto("system_backups");
  await rows.values({ ...backup, at: "2026-04-30T00:00:00Z", size: null, outcome: "failed" }).execute();
  expect(await names()).toContain("noBackup");
  await rows.values({ ...backup, at: "2026-04-25T00:00:00Z" }).execute();
  expect(await names()).not.toContain("noBackup");
  clock.now = new Date("2026-05-02T00:00:01Z");
  expect(await names()).toContain("noBackup");
  expect((await report()).backups.map(({ size }) => size)).toEqual([null, 1024]);
});

it("warns of accounts of the demonstration, and of work that failed", async () => {
  expect(await names()).not.toContain("demonstrationAccounts");
  const { kysely } = platform.database;
  await kysely.updateTable("admins").set({ email: "ada@platform.example" }).where("login", "=", "care").execute();
  await kysely.updateTable("taskruns").set({ outcome: "failed" }).where("task", "=", "uploads").execute();
  const { warnings } = await report();
  expect(warnings).toContainEqual({ name: "demonstrationAccounts", count: 1 });
  expect(warnings).toContainEqual({ name: "taskFailed", count: 1 });
});
