import { closest } from "./closest.ts";
import { allMutants } from "./mutate/allMutants.ts";
import { Bench, type Tried } from "./mutate/bench.ts";
import { checksOfTests } from "./mutate/hookMutants.ts";
import type { Mutant } from "./mutate/mutant.ts";
import { type Judged, judge, mutantText, scoresOf, scoreText } from "./mutate/score.ts";
import { prepareCopy } from "./preparedCopy.ts";
import { inProcesses } from "./processes.ts";
import { bookedResources, moduleOf } from "./verify/book.ts";
import { failureText } from "./verify/failure.ts";
import { sample } from "./verify/sample.ts";

export interface MutateOptions {
  readonly count?: string;
  readonly seed?: string;
  readonly jobs?: string;
  readonly resource?: string;
  readonly mutant?: string;
}

/** Percent of the faults that verify has to find. */
const LEAST = 98;

/** Seconds for a fault, a hundred times what most take: later, the platform hangs, which nobody could miss. */
const LIMIT = 180;

/** Plants faults and prints how many verify finds. Returns 1 if they are too few. */
export async function mutateCommand({
  count = "1000",
  seed = "1",
  jobs = "2",
  ...options
}: MutateOptions): Promise<number> {
  const known = bookedResources();
  const names = options.resource?.split(",") ?? known;
  const wrong = names.filter((name) => !known.includes(name));
  if (wrong.length > 0) {
    console.error(wrong.map((name) => `no form of ${name}${closest(name, known)}`).join("\n"));
    return 2;
  }
  const all = allMutants(names);
  await prepareCopy();
  if (options.mutant !== undefined) return await tryOne(options.mutant, all);
  const chosen = sample(all, Number(count), Number(seed), ({ kind }) => kind);
  return await tryAll(chosen, all.length, names, Math.max(Number(jobs), 1));
}

async function tryAll(chosen: readonly Mutant[], of: number, names: readonly string[], jobs: number): Promise<number> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once("SIGINT", onInterrupt);
  const started = performance.now();
  const mutants = new Map(chosen.map((one) => [one.id, one]));
  const judged: Judged[] = [];
  await inProcesses([...mutants.keys()], {
    module: new URL("./mutate/worker.ts", import.meta.url),
    jobs,
    signal: stop.signal,
    limit: { seconds: LIMIT, lateFor: (id): Tried => ({ id, found: { by: "time", how: `no answer in ${LIMIT} s` } }) },
    onDone: (tried: Tried) => {
      const mutant = mutants.get(tried.id);
      if (mutant) judged.push(judge(mutant, tried));
      showProgress(judged, chosen.length);
    },
  });
  process.off("SIGINT", onInterrupt);
  const order = new Map(chosen.map(({ id }, index) => [id, index]));
  judged.sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`\n${judged.length} of ${of} faults planted, in ${minutes} minutes\n\n${scoreText(judged)}`);
  const tests = names.flatMap((name) => checksOfTests(moduleOf(name).descriptor));
  if (tests.length > 0) console.log(`\nnot planted, as tests find them and not verify:\n  ${tests.join("\n  ")}`);
  const rate = scoresOf(judged).at(-1)?.rate ?? 0;
  return stop.signal.aborted || !(rate >= LEAST) ? 1 : 0;
}

/** Plants one fault and tells in full what finds it. */
async function tryOne(id: string, all: readonly Mutant[]): Promise<number> {
  const mutant = all.find((one) => one.id === id);
  if (!mutant) {
    const ids = all.map((one) => one.id);
    console.error(`no fault ${id}${closest(id, ids)}`);
    return 2;
  }
  const bench = new Bench();
  const { result, reason, found } = judge(mutant, await bench.try(mutant));
  await bench.close();
  console.log(mutantText(mutant));
  console.log(`\n${result}${found ? ` by ${found.by}: ${found.how}` : reason ? `: ${reason}` : ""}`);
  if (found?.outcome) console.log(`\n${failureText(found.outcome)}`);
  return result === "survived" || result === "untried" ? 1 : 0;
}

let shownAt = 0;

/** One line on a terminal; every ten seconds a line otherwise. */
function showProgress(judged: readonly Judged[], total: number): void {
  const { isTTY } = process.stderr;
  if (judged.length < total && performance.now() - shownAt < (isTTY ? 200 : 10_000)) return;
  shownAt = performance.now();
  const survived = judged.filter(({ result }) => result === "survived").length;
  process.stderr.write(
    `${isTTY ? "\r" : ""}mutate: ${judged.length} of ${total}, ${survived} survived${isTTY ? "" : "\n"}`,
  );
}
