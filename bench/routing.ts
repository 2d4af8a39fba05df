import { startDemonstration } from "../tests/support/demonstration.ts";
import { type Figure, median } from "./report.ts";

const RULES = 10_000;
/** Calls of a request. */
const CALLS = 100;
const ROUNDS = 9;
/** Minimum of calls verified in a minute. */
const MIN_CALLS = 10_000;

/** Verifying calls with 10,000 outbound peering rules, by the API on the embedded database. */
export async function benchRouting(): Promise<Figure[]> {
  const platform = await startDemonstration();
  try {
    const { kysely } = platform.database;
    const group = await kysely.selectFrom("peeringgroups").select("id").orderBy("id").executeTakeFirstOrThrow();
    const template = await kysely.selectFrom("peeringrules").selectAll().limit(1).executeTakeFirstOrThrow();
    const { id: _, ...values } = template;
    const rules = Array.from({ length: RULES }, (_row, index) => ({
      ...values,
      group_id: group.id,
      callee_prefix: `881${String(index).padStart(4, "0")}`,
      caller_pattern: "^sip:\\d+@.+$",
      description: `rule ${index}`,
    }));
    for (let start = 0; start < RULES; start += 1000)
      await kysely
        .insertInto("peeringrules")
        .values(rules.slice(start, start + 1000))
        .execute();
    const api = await platform.as("administrator");
    const calls = Array.from({ length: CALLS }, (_call, index) => ({
      caller: "441134960015",
      callee: `00881${String((index * 97) % RULES).padStart(4, "0")}12345`,
    }));
    const verified = async (some: typeof calls) => {
      const started = performance.now();
      const { status, text } = await api.request("POST", "/api/callroutingverify", { calls: some });
      if (status !== 200 || !text.includes('"peers"')) throw new Error(text.slice(0, 500));
      return (some.length / (performance.now() - started)) * 60_000;
    };
    const rates: Record<"together" | "alone", number[]> = { together: [], alone: [] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.together.push(await verified(calls));
      rates.alone.push(await verified(calls.slice(round, round + 1)));
    }
    const together = median(rates.together);
    const alone = median(rates.alone);
    const name = "calls verified in a minute with 10,000 peering rules";
    return [
      {
        name: `${name}, 100 a request`,
        ours: Math.round(together).toLocaleString("en"),
        value: together,
        bound: { atLeast: MIN_CALLS },
      },
      { name: `${name}, one a request`, ours: Math.round(alone).toLocaleString("en"), value: alone },
    ];
  } finally {
    await platform.close();
  }
}
