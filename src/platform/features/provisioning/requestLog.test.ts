import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openPrepared } from "../../../../tests/support/prepared.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { buildRequestLog, type DeviceRequest } from "./requestLog.ts";

const database = await openPrepared("tables");
afterAll(() => database.close());

const now = new Date("2030-01-02T03:04:05Z");
const later = new Date("2030-01-02T04:00:00Z");

/** A request as far as the log reads it. */
function from(ip: string, agent = "phone/1"): FastifyRequest {
  return { ip, protocol: "http", headers: { "user-agent": agent } } as FastifyRequest;
}

const asked = (identifier: string, outcome: DeviceRequest["outcome"] = "unknown_device"): DeviceRequest => ({
  ...{ kind: "config", outcome, identifier },
});

const kept = () =>
  database.kysely
    .selectFrom("pbxdevicerequests")
    .select(["identifier", "outcome", "ip", "requests", "user_agent", "first_time", "time"])
    .orderBy("id")
    .execute();

/** The database, with the texts of its statements. */
function watched(): { db: Kysely<Tables>; statements: string[] } {
  const statements: string[] = [];
  const db = database.kysely.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db, statements };
}

it("counts the same request again, with its last time, and writes those at once together", async () => {
  const { db, statements } = watched();
  const log = buildRequestLog(db);
  const names = Array.from({ length: 40 }, (_, index) => `desk-${index}`);

  await Promise.all([...names, ...names].map((name) => log(from("192.0.2.1"), asked(name), now)));
  await log(from("192.0.2.1", "phone/2"), asked("desk-0"), later);
  await log(from("192.0.2.2"), asked("DESK-0"), later);

  const rows = await kept();
  expect(rows).toHaveLength(41);
  expect(rows[0]).toMatchObject({ identifier: "desk-0", requests: 3, user_agent: "phone/2" });
  expect([rows[0]?.first_time, rows[0]?.time].map((time) => new Date(String(time)))).toEqual([now, later]);
  expect(rows.slice(1, 40).every(({ requests }) => requests === 2)).toBe(true);
  expect(rows[40]).toMatchObject({ identifier: "DESK-0", ip: "192.0.2.2", requests: 1 });
  // The first one, all others, two alone; and what is old is looked for after each one that is new.
  expect(statements.length).toBeLessThanOrEqual(8);
});

it("stores the others when a line cannot be stored, and says so to its request only", async () => {
  const log = buildRequestLog(database.kysely);
  const gone = { ...asked("gone", "served"), device: { id: 999_999, reseller_id: null } };

  const outcomes = await Promise.allSettled([
    ...[log(from("192.0.2.3"), asked("before"), now), log(from("192.0.2.3"), gone, now)],
    log(from("192.0.2.3"), asked("half \ud83d\0"), now),
  ]);

  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const own = (await kept()).filter(({ ip }) => ip === "192.0.2.3");
  expect(own.map(({ identifier }) => identifier)).toEqual(["before", "half \ufffd"]);
});
