import { type Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { describeEngines } from "../../../tests/support/engines.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { migrate } from "../db/migrate.ts";
import { ownTables } from "../db/ownTables.ts";
import type { Database } from "../db/tables.ts";
import { type BanPolicy, DEFAULT_BAN_POLICY, type LoginGuard } from "../runtime/settings.ts";
import { attemptKey, buildLoginGuard } from "./bans.ts";

const here = "192.0.2.7";

describeEngines((open) => {
  let time: number;
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };

  async function scene(policy: Partial<BanPolicy> = {}): Promise<{ guard: LoginGuard; db: Kysely<Tables> }> {
    time = Date.parse("2026-03-01T12:00:00Z");
    const { kysely: db }: Database = await open();
    await migrate(db, ownTables, []);
    return { guard: buildLoginGuard(db, { ...DEFAULT_BAN_POLICY, ...policy }, () => new Date(time)), db };
  }

  const fail = async (guard: LoginGuard, times: number, name = "ada", address = here) => {
    for (let count = 0; count < times; count++) await guard.failed(name, address);
  };
  const failuresOf = async (db: Kysely<Tables>, name: string) => {
    const { rows } = await sql<{ failures: number; stage: number }>`select failures, stage from loginattempts
      where username = ${name}`.execute(db);
    return rows;
  };

  it("bans a name from an address at the fifth failure, and nobody else", async () => {
    const { guard } = await scene();
    await fail(guard, 4);
    expect(await guard.bannedFor("ada", here)).toBe(0);
    await fail(guard, 1);
    expect(await guard.bannedFor("ada", here)).toBe(300);
    expect(await guard.bannedFor("bob", here)).toBe(0);
    expect(await guard.bannedFor("ada", "192.0.2.8")).toBe(0);
    pass(299.5);
    expect(await guard.bannedFor("ada", here)).toBe(1);
    pass(0.5);
    expect(await guard.bannedFor("ada", here)).toBe(0);
  });

  it("counts twenty concurrent failures as twenty, and bans once", async () => {
    const { guard, db } = await scene();
    const other = buildLoginGuard(db, DEFAULT_BAN_POLICY, () => new Date(time));
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? guard : other).failed("ada", here)));
    expect(await failuresOf(db, "ada")).toEqual([{ failures: 20, stage: 1 }]);
    expect(await failuresOf(db, "")).toEqual([{ failures: 20, stage: 0 }]);
    expect(await guard.bannedFor("ada", here)).toBe(300);
  });

  it("extends each further ban, up to an hour, after five more failures", async () => {
    const { guard } = await scene({ addressAttempts: 1000 });
    const lengths: number[] = [];
    for (let ban = 0; ban < 14; ban++) {
      await fail(guard, 4);
      expect(await guard.bannedFor("ada", here)).toBe(0);
      await fail(guard, 1);
      lengths.push(await guard.bannedFor("ada", here));
      pass(lengths.at(-1) ?? 0);
    }
    expect(lengths).toEqual([300, 600, 900, 1200, 1500, 1800, 2100, 2400, 2700, 3000, 3300, 3600, 3600, 3600]);
  });

  it("resets count and length after a success", async () => {
    const { guard } = await scene();
    await fail(guard, 5);
    pass(300);
    await fail(guard, 4);
    await guard.succeeded("ada", here);
    await fail(guard, 4);
    expect(await guard.bannedFor("ada", here)).toBe(0);
    await fail(guard, 1);
    expect(await guard.bannedFor("ada", here)).toBe(300);
  });

  it("keeps a ban that was set while the right password was checked", async () => {
    const { guard } = await scene();
    await fail(guard, 5);
    await guard.succeeded("ada", here);
    expect(await guard.bannedFor("ada", here)).toBe(300);
  });

  it("does not count failures more than an hour apart", async () => {
    const { guard } = await scene();
    await fail(guard, 4);
    pass(3600);
    await fail(guard, 4);
    expect(await guard.bannedFor("ada", here)).toBe(0);
    await fail(guard, 1);
    expect(await guard.bannedFor("ada", here)).toBe(300);
  });

  it("bans the address of a guesser who varies the name, even after a success of its own", async () => {
    const { guard } = await scene({ addressAttempts: 12 });
    for (let name = 0; name < 11; name++) await guard.failed(`name ${name}`, here);
    await guard.succeeded("mallory", here);
    expect(await guard.bannedFor("anybody", here)).toBe(0);
    await guard.failed("name 11", here);
    expect(await guard.bannedFor("anybody", here)).toBe(300);
    expect(await guard.bannedFor("anybody", "192.0.2.8")).toBe(0);
  });

  it("counts a name in all its spellings as one", async () => {
    const { guard } = await scene();
    for (const name of ["\u00e9mile", "\u00c9MILE", "e\u0301mile", " \u00c9mile", "\u00e9milE"])
      await guard.failed(name, here);
    expect(await guard.bannedFor("E\u0301mile", here)).toBe(300);
  });

  it("forgets a day after the last failure, earlier bans included, and keeps bans in force", async () => {
    const { guard, db } = await scene({ longestBan: 1_000_000, furtherBan: 0, firstBan: 1_000_000 });
    await fail(guard, 4, "quiet");
    await fail(guard, 5, "banned");
    pass(24 * 3600);
    await guard.failed("bob", here);
    expect(await failuresOf(db, "quiet")).toEqual([]);
    expect(await failuresOf(db, "banned")).toHaveLength(1);
  });

  it("tracks at most the latest names, and every ban", async () => {
    const { guard, db } = await scene({ rememberedAtMost: 10, addressAttempts: 1_000 });
    await fail(guard, 5, "banned");
    for (let name = 0; name < 40; name++) {
      pass(2);
      await guard.failed(`name ${name}`, `198.51.100.${name}`);
    }
    pass(60);
    await guard.failed("last", here);
    const { rows } = await sql<{ username: string }>`select username from loginattempts`.execute(db);
    const names = rows.map(({ username }) => username);
    expect(names).toHaveLength(11);
    expect(names).toEqual(expect.arrayContaining(["banned", "last", "name 39"]));
    expect(names).not.toContain("name 0");
  });

  it("accepts names that are too long or cannot be stored", async () => {
    const { guard } = await scene();
    // Varied characters: the database would compress a repeated one.
    const long = String.fromCharCode(...Array.from({ length: 20_000 }, (_, at) => 0x4e00 + ((at * 7919) % 20_000)));
    for (const name of ["a\0b", long, "\ud800", "'; drop table loginattempts --"]) {
      await fail(guard, 5, name);
      expect(await guard.bannedFor(name, here)).toBe(300);
    }
  });
});

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["::1", "::1"],
  ["no address", "no address"],
])("an address %s counts as %s", (address, network) => {
  expect(attemptKey("ada", address).ip).toBe(network);
});
