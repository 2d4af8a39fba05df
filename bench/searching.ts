import type { Target } from "./load.ts";
import { type Figure, median, milliseconds } from "./report.ts";

const ROUNDS = 5;

/** What people type into the command palette: a number in four notations, names, domains, ids and nothing that exists. */
const TEXTS = [
  "+9990000",
  "009990000",
  "0000",
  "999 0 4711",
  "4711",
  "500000",
  "s1",
  "scale-1",
  "Scale",
  "albion",
  "voip.platform",
  "no such thing",
];

/** The slowest answer of the command palette's search, in milliseconds, over texts of all kinds. */
export async function benchSearch(target: Target, size: number): Promise<Figure> {
  const slowest = { text: "", took: 0 };
  for (const text of TEXTS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timeSearch(target, text));
    const took = median(times);
    if (took > slowest.took) Object.assign(slowest, { text, took });
  }
  return {
    name: `slowest of ${TEXTS.length} searches ("${slowest.text}"), ${size.toLocaleString("en")} subscribers, ms`,
    ours: milliseconds(slowest.took),
    value: slowest.took,
    bound: { atMost: 100 },
  };
}

async function timeSearch({ url, token }: Target, text: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${url}/api/search/?${new URLSearchParams({ q: text, rows: "5" })}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.json();
  if (!answer.ok) throw new Error(`search for ${text}: ${answer.status}`);
  return performance.now() - started;
}
