import type { Target } from "./load.ts";
import { type Figure, median, milliseconds } from "./report.ts";

const ROUNDS = 5;

/** Typical input of the command palette: a number in four notations, names, domains, ids, and texts without matches. */
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

/** The slowest search of the command palette. */
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
  const response = await fetch(`${url}/api/search/?${new URLSearchParams({ q: text, rows: "5" })}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.json();
  if (!response.ok) throw new Error(`search for ${text}: ${response.status}`);
  return performance.now() - started;
}
