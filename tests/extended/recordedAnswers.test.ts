import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadExchanges, type RecordedStep } from "../support/recorded/exchanges.ts";
import { Replay } from "../support/recorded/replay.ts";
import { copySeeded, type SeededData } from "../support/seeded.ts";
import type { Server } from "../support/server.ts";

interface Deviation {
  readonly cause: string;
  readonly resource?: string;
  readonly why: string;
}

const deviations: readonly Deviation[] = JSON.parse(
  readFileSync(new URL("../../docs/reference/deviations.json", import.meta.url), "utf8"),
);
const MINUTES = 60_000;
const LEAST_AGREEMENT = 0.99;
const MOST_OF_ONE_DEVIATION = 300;

let data: SeededData;
let server: Server;
beforeAll(async () => {
  data = await copySeeded("recorded");
  server = await data.start();
});
afterAll(async () => {
  await server?.kill();
  await data?.remove();
});

/** How often each cause of a difference came, by resource: `cause -> resource -> count`. */
const differences = new Map<string, Map<string, number>>();
let compared = 0;

/** Records that others share are ended by the scenarios of a later round. */
function inOrder({ prelude, resources }: ReturnType<typeof loadExchanges>): [string, RecordedStep][] {
  const steps = Object.entries(resources).flatMap(([file, list]) =>
    list.map((step): [string, RecordedStep] => [file, step]),
  );
  const rounds = [0, 1, 2, 3].flatMap((round) => steps.filter(([, { last = 0 }]) => last === round));
  return [...prelude.map((step): [string, RecordedStep] => ["prelude", step]), ...rounds];
}

it("answers the recorded requests", { timeout: 15 * MINUTES }, async () => {
  const exchanges = loadExchanges();
  const system = { username: "systemowner", password: server.passwords.get("systemowner") ?? "" };
  const replay = new Replay(server.url, { ...exchanges.logins, admin: system });
  for (const [file, step] of inOrder(exchanges)) {
    for (const { isEqual, isAddition, cause } of await replay.play(step)) {
      if (isAddition && !isEqual) continue;
      compared++;
      if (isEqual) continue;
      const byResource = differences.get(cause) ?? new Map<string, number>();
      differences.set(cause, byResource.set(file, (byResource.get(file) ?? 0) + 1));
    }
  }
  replay.close();
  expect(compared).toBeGreaterThan(300_000);
});

const matches = ({ cause, resource }: Deviation) => {
  const [ofCause, ofResource] = [new RegExp(cause), new RegExp(resource ?? "")];
  return (differing: string, file: string) => ofCause.test(differing) && ofResource.test(file);
};

/** Differences that a rule covers, each by the first that does. */
function countByDeviation(): { counts: number[]; others: [string, number][] } {
  const tests = deviations.map(matches);
  const counts = deviations.map(() => 0);
  const others = new Map<string, number>();
  for (const [cause, byResource] of differences)
    for (const [file, count] of byResource) {
      const rule = tests.findIndex((covers) => covers(cause, file));
      if (rule >= 0) counts[rule] = (counts[rule] ?? 0) + count;
      else others.set(cause, (others.get(cause) ?? 0) + count);
    }
  return { counts, others: [...others].sort(([, a], [, b]) => b - a) };
}

it("agrees with recorded answers, those facts apart that differ on purpose", () => {
  const { counts, others } = countByDeviation();
  const onPurpose = counts.reduce((sum, count) => sum + count, 0);
  // Logins of subscribers are still to come.
  const differing = others.filter(([cause]) => !cause.startsWith("blocked: no login of"));
  const wrong = differing.reduce((sum, [, count]) => sum + count, 0);
  const agreement = 1 - wrong / (compared - onPurpose);
  console.info(
    `${(100 * agreement).toFixed(2)} % of ${compared - onPurpose} facts agree, ${onPurpose} differ on purpose`,
  );
  const largest = differing.slice(0, 40).map(([cause, count]) => `${count} ${cause}`);
  expect(agreement, largest.join("\n")).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
  expect(onPurpose / compared, "facts that differ on purpose").toBeLessThanOrEqual(0.03);
});

it("differs on purpose by few rules, each with its reason", () => {
  expect(deviations.length).toBeLessThanOrEqual(40);
  const { counts } = countByDeviation();
  for (const [index, { cause, resource, why }] of deviations.entries()) {
    const rule = [cause, resource].filter(Boolean).join(" of ");
    expect(why, rule).toMatch(/\S/);
    expect(counts[index], `${rule}: matches nothing`).toBeGreaterThan(0);
    if (!/^\^?header/.test(cause))
      expect(counts[index], `${rule}: covers too much`).toBeLessThanOrEqual(MOST_OF_ONE_DEVIATION);
  }
});
