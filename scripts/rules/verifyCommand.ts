import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPreferenceKind } from "../../src/core/telephony/preferenceKind.ts";
import { ensureBuilt, root } from "../toolchain.mjs";
import { findUnapproved } from "./baseline/baseline.ts";
import { formatChangeCount } from "./baseline/changes.ts";
import { allCases, bookRulesOf } from "./verify/book.ts";
import { openEmbedded } from "./verify/embedded.ts";
import {
  type Channel,
  discrepanciesIn,
  type Outcome,
  ofPart,
  parts,
  reasonsIn,
  summaryLine,
} from "./verify/outcome.ts";
import { openRemote } from "./verify/remotePart.ts";
import {
  coverageOf,
  failureText,
  resultsOf,
  toJUnit,
  toMatrix,
  toPage,
  toRun,
  toTable,
  toTraceability,
} from "./verify/report.ts";
import type { Requests } from "./verify/requests.ts";
import {
  sampleCases,
  verifyByApi,
  verifyByGeneratedRecords,
  verifyByValidator,
  verifyRemote,
  type Watch,
} from "./verify/verify.ts";

export interface VerifyOptions {
  readonly only: readonly Channel[];
  readonly resource?: readonly string[];
  /** Number of cases per part; all if absent. */
  readonly sample?: number;
  readonly seed: number;
  /** Generated records per form. */
  readonly generated: number;
  /** Ids of the only cases and generated records to try. */
  readonly case?: readonly string[];
  /** Tries only what the last report in the folder refutes. */
  readonly failed?: boolean;
  /** Percent of the rules that a part has to prove. */
  readonly minCoverage?: Readonly<Partial<Record<Channel, number>>>;
  readonly language: string;
  /** Folder of the reports. */
  readonly out: string;
  /** URL of another platform. */
  readonly api?: string;
}

/** The refuted cases of the last run, in the folder of the reports. */
const FAILED = "failed.json";

/**
 * Tries the rules of these forms and writes the reports. Returns 1 if a case is refuted, a rule or right differs from the
 * approved one, or too few rules are proved; 2 if nothing could be tried.
 */
export async function verifyCommand(names: readonly string[], options: VerifyOptions): Promise<number> {
  const baseline = findUnapproved(root, options.resource ? names : undefined);
  if ("problem" in baseline) return failWith(baseline.problem);
  const lastReport = join(options.out, FAILED);
  if (options.failed && !existsSync(lastReport)) return failWith(`There is no report in ${options.out} yet.`);
  const failed = options.failed
    ? (JSON.parse(readFileSync(lastReport, "utf8")) as Pick<Outcome, "part" | "id">[])
    : undefined;
  if (failed?.length === 0) {
    console.log("The last report refutes nothing.");
    return 0;
  }
  const { RULES_TOKEN: token, RULES_USER: user, RULES_PASSWORD: password } = process.env;
  const remote = options.api
    ? await openRemote(options.api, { token, user, password }).catch(({ message }: Error) => failWith(message))
    : undefined;
  if (typeof remote === "number") return remote;
  const outcomes: Outcome[] = [];
  const stop = new AbortController();
  process.once("SIGINT", () => {
    console.error("\nstopping after this case; press again to quit now");
    stop.abort();
  });
  for (const part of options.api ? (["api"] as const) : parts.filter((candidate) => options.only.includes(candidate))) {
    if (stop.signal.aborted) break;
    const ids = failed ? failed.flatMap((outcome) => (outcome.part === part ? [outcome.id] : [])) : options.case;
    if (ids?.length === 0) continue;
    outcomes.push(
      ...(await tryPart(part, names, ids, { ...options, remote }, { signal: stop.signal, onProgress: showProgress })),
    );
  }
  const ids = failed?.map(({ id }) => id) ?? options.case;
  if (outcomes.length === 0) return failWith(ids ? `no such case: ${ids.join(", ")}` : "nothing was tried");
  // Cases that are run again are judged alone, and say nothing about how many rules are proved.
  const unapproved = ids ? [] : baseline.changes;
  const results = resultsOf(names.flatMap(bookRulesOf), outcomes);
  const refuted = discrepanciesIn(outcomes);
  const reports = {
    "report.html": toPage(results, outcomes, unapproved),
    "junit.xml": toJUnit(outcomes, unapproved),
    "traceability.csv": toTraceability(results),
    "matrix.csv": toMatrix(results),
    "rules.csv": toTable(results),
    "run.json": JSON.stringify(toRun(results)),
    [FAILED]: JSON.stringify(refuted.map(({ part, id }) => ({ part, id }))),
  };
  mkdirSync(options.out, { recursive: true });
  for (const [name, text] of Object.entries(reports)) writeFileSync(join(options.out, name), text);
  let isUnder = false;
  for (const part of parts) {
    const partOutcomes = ofPart(outcomes, part);
    if (partOutcomes.length === 0) continue;
    const { proved, percent } = coverageOf(results, part);
    console.log(
      `${summaryLine(part, partOutcomes)}${ids ? "" : `; ${proved} of ${results.length} rules proved (${percent} %)`}`,
    );
    for (const [reason, count] of reasonsIn(partOutcomes)) console.log(`  not tried: ${count} × ${reason}`);
    const minPercent = ids ? 0 : (options.minCoverage?.[part] ?? 0);
    if (percent >= minPercent) continue;
    isUnder = true;
    console.log(`  ${percent} % of the rules are proved, fewer than ${minPercent} %`);
  }
  for (const outcome of refuted) console.log(`\n${failureText(outcome)}`);
  if (unapproved.length > 0) console.log(`\n${formatChangeCount(unapproved)}`);
  console.log(`\n${join(options.out, "report.html")}`);
  return refuted.length + unapproved.length > 0 || isUnder || stop.signal.aborted ? 1 : 0;
}

async function tryPart(
  part: Channel,
  names: readonly string[],
  ids: readonly string[] | undefined,
  { remote, ...options }: VerifyOptions & { readonly remote?: Requests },
  watch: Watch,
): Promise<Outcome[]> {
  const selected = ids && new Set(ids);
  const all = allCases(names).filter(({ id }) => selected?.has(id) ?? true);
  const cases = options.sample === undefined ? all : sampleCases(all, options.sample, options.seed);
  if (remote) return verifyRemote(cases, remote, watch);
  if (part === "validator") return verifyByValidator(cases);
  if (part === "form") {
    // Loaded on demand: the other parts need no browser.
    const { verifyByForm } = await import("./verify/formRun.ts");
    ensureBuilt();
    // Preferences have no form of their own to fill in: the platform checks them.
    const inForms = cases.filter(({ rule }) => !findPreferenceKind(rule.resource));
    return verifyByForm(inForms, { language: options.language, screenshots: options.out, ...watch });
  }
  const platform = await openEmbedded();
  try {
    if (part === "api") return await verifyByApi(cases, platform, watch);
    const isWanted = selected && ((id: string) => selected.has(id));
    return await verifyByGeneratedRecords(names, options.generated, platform, { isWanted, ...watch });
  } finally {
    await platform.close();
  }
}

let shownAt = 0;

/** Updates one line on a terminal; logs every five seconds otherwise. */
function showProgress(part: Channel, done: number, total: number): void {
  const { isTTY } = process.stderr;
  if (done < total && performance.now() - shownAt < (isTTY ? 100 : 5000)) return;
  shownAt = performance.now();
  process.stderr.write(`${isTTY ? "\r" : ""}${part}: ${done} of ${total}${isTTY && done < total ? "" : "\n"}`);
}

function failWith(message: string): number {
  console.error(message);
  return 2;
}
