import type { Kysely } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import { PlatformError } from "../../core/validation/errors.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { platformUntilEnd, testPassword } from "../../testing/platform.ts";
import { noObserver } from "../runtime/observer.ts";
import { DEFAULT_BAN_POLICY } from "../runtime/settings.ts";
import { buildLoginGuard } from "./bans.ts";
import { authenticate } from "./credentials.ts";

/** The cost of an attempt, in order: each statement without its values, each password check. */
const spent = vi.hoisted((): string[] => {
  // Test files share modules: those loaded earlier check passwords without being counted.
  vi.resetModules();
  return [];
});

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const real = await importOriginal<typeof import("@node-rs/argon2")>();
  const verify: typeof real.verify = (...args) => {
    spent.push("argon2");
    return real.verify(...args);
  };
  return { ...real, verify };
});

const platform = await platformUntilEnd();
const db = noting(platform.database.kysely);
beforeEach(() => {
  spent.length = 0;
});

/** The same database, with every statement recorded. */
function noting(real: Kysely<Tables>): Kysely<Tables> {
  return real.withPlugin({
    transformQuery: ({ node, queryId }) => {
      spent.push(real.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

async function costOf(username: string, password: string, ip: string, guard = buildLoginGuard(db, DEFAULT_BAN_POLICY)) {
  spent.length = 0;
  const code = await authenticate(
    { db, settings: { loginGuard: guard, observer: noObserver } },
    { username, password },
    ip,
  ).then(
    () => "none",
    (error: unknown) => (error instanceof PlatformError ? error.code : String(error)),
  );
  return { code, spent: [...spent] };
}

it("is the same for an unknown name as for a wrong password, up to the ban and during it", async () => {
  const guard = buildLoginGuard(db, DEFAULT_BAN_POLICY);
  // The first failure also triggers the purge, whoever it is.
  await costOf("somebody", "wrong", "192.0.2.9", guard);
  for (let attempt = 1; attempt <= 6; attempt++) {
    const known = await costOf("master", "wrong", "192.0.2.1", guard);
    const unknown = await costOf("nobody", "wrong", "192.0.2.2", guard);
    expect(unknown).toEqual(known);
    expect(known.code).toBe(attempt > 5 ? "banned" : "wrong_credentials");
    expect(known.spent.filter((one) => one === "argon2")).toHaveLength(attempt > 5 ? 0 : 1);
  }
});

it("is one query during a ban, whatever the password", async () => {
  for (let attempt = 0; attempt < 5; attempt++) await costOf("care", "wrong", "192.0.2.3");
  const right = await costOf("care", testPassword, "192.0.2.3");
  expect(right.code).toBe("banned");
  expect(right.spent).toHaveLength(1);
  expect(right.spent[0]).toContain("loginattempts");
});

it("cannot be bypassed by parallel guesses: a ban set meanwhile applies to the right one too", async () => {
  const answers = [0, 60];
  const guard = { ...buildLoginGuard(db, DEFAULT_BAN_POLICY), bannedFor: async () => answers.shift() ?? 60 };
  expect((await costOf("reader", testPassword, "192.0.2.4", guard)).code).toBe("banned");
  answers.push(0, 60);
  expect((await costOf("reader", "wrong", "192.0.2.4", guard)).code).toBe("banned");
});
