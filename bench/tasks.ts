import { spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import type { Figure } from "./report.ts";

/** Clicks at most of an administrator's everyday tasks, by the name that their journey prints. */
const goals: Readonly<Record<string, number>> = {
  "customer with contact and subscriber": 12,
  "find by part of a number and lock": 0,
  "peering group with server and rule": 8,
  "billing profile of 20 customers": 6,
  "who changed this subscriber, and put it back": 3,
};

const journeys = ["compose", "find", "bulkJobs", "history"];

/** Clicks, keys and pages of everyday tasks: what their journeys count in the browser (tests/support/countWork.ts). */
export async function benchTasks(): Promise<Figure[]> {
  const files = journeys.map((name) => `tests/journeys/${name}.test.ts`);
  const { stdout, status } = spawnSync("npx", ["vitest", "run", "--project", "journeys", ...files], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`a journey failed:\n${stdout}`);
  const printed = stripVTControlCharacters(stdout);
  return Object.entries(goals).map(([name, atMost]) => {
    const [, counted = "", clicks = ""] = new RegExp(`^${name}: ((\\d+) clicks.*)$`, "m").exec(printed) ?? [];
    return { name, ours: counted, value: Number(clicks || Number.NaN), bound: { atMost } };
  });
}
