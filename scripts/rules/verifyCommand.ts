import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureBuilt, root } from "../toolchain.mjs";
import { unapprovedIn } from "./baseline/baseline.ts";
import { changesLine } from "./baseline/changes.ts";
import { closest } from "./closest.ts";
import { allCases, bookedResources } from "./verify/book.ts";
import { type BookedRule, bookedRules, coverageOf, isUnder, type Minimum, readMinimum } from "./verify/coverage.ts";
import { type Embedded, openEmbedded } from "./verify/embedded.ts";
import { type Failed, failureText, lastFailed, saveFailed } from "./verify/failure.ts";
import type { FormRun } from "./verify/formRun.ts";
import { asJUnit } from "./verify/junit.ts";
import { asMatrix } from "./verify/matrix.ts";
import { discrepanciesIn, type Outcome, ofPart, type Part, parts, reasonsIn, summaryLine } from "./verify/outcome.ts";
import { type ReportFacts, reportPage } from "./verify/reportPage.ts";
import { asTraceability } from "./verify/traceability.ts";
import {
  type MadePlan,
  type Plan,
  verifyByApi,
  verifyByMadeRecords,
  verifyByValidator,
  verifyForeign,
  type Watch,
} from "./verify/verify.ts";

export interface VerifyOptions {
  readonly only?: string;
  readonly resource?: string;
  readonly sample?: string;
  readonly made?: string;
  readonly jobs?: string;
  readonly seed?: string;
  readonly language?: string;
  readonly out?: string;
  readonly api?: string;
  readonly case?: string;
  readonly failed?: boolean;
  readonly minCoverage?: string;
}

const MADE = 200;
/** More would only wait for the processor. */
const JOBS = 2;
/** Any made record of a report may be asked for again, however many were made then. */
const MADE_AGAIN = 5000;

interface Chosen {
  readonly only: readonly Part[];
  /** Resources whose forms are tried. */
  readonly names: readonly string[];
  readonly minimum: Minimum;
  /** Of the last report, if only that is tried. */
  readonly failed?: readonly Failed[];
  /** Of the reports. */
  readonly folder: string;
}

/**
 * Runs the cases and writes the reports. Returns 1 if a case is refuted, if a rule or right differs from the approved
 * one, or if too few rules are proved; 2 if nothing could be tried.
 */
export async function verifyCommand(options: VerifyOptions): Promise<number> {
  const chosen = choose(options);
  return typeof chosen === "number" ? chosen : verifyChosen(chosen, options);
}

/** What the options ask for; or the status to end with. */
function choose(options: VerifyOptions): Chosen | number {
  const folder = options.out ?? join(root, "test-results/rules");
  const failed = options.failed ? lastFailed(folder) : undefined;
  if (options.failed && !failed?.length) {
    console.error(failed ? "The last report refutes nothing." : `There is no report in ${folder} yet.`);
    return failed ? 0 : 2;
  }
  const known = bookedResources();
  const failedIn = failed && [...new Set(failed.map(({ resource }) => resource))];
  const names = options.resource?.split(",") ?? failedIn ?? known;
  const failedBy = failed && parts.filter((part) => failed.some((one) => one.part === part));
  const only = (options.only?.split(",") ?? failedBy ?? parts) as readonly Part[];
  const minimum = readMinimum(options.minCoverage);
  const wrong = [
    ...names.filter((name) => !known.includes(name)).map((name) => `no form of ${name}${closest(name, known)}`),
    ...only.filter((part) => !parts.includes(part)).map((part) => `no part ${part}${closest(part, parts)}`),
    ...(minimum ? [] : [`--min-coverage takes 90, or api=90,form=40, not "${options.minCoverage}"`]),
  ];
  if (wrong.length > 0 || !minimum) {
    console.error(`${wrong.join("\n")}\nforms: ${known.join(", ")}; parts: ${parts.join(", ")}`);
    return 2;
  }
  return { only, names, minimum, failed, folder };
}

async function verifyChosen({ only, names, minimum, failed, folder }: Chosen, options: VerifyOptions): Promise<number> {
  const isAgain = options.case !== undefined || failed !== undefined;
  const compared = unapprovedIn(root, options.resource ? names : undefined);
  if ("problem" in compared) {
    console.error(compared.problem);
    return 2;
  }
  // Cases that are run again are judged alone.
  const unapproved = isAgain ? [] : compared.changes;
  const stop = new AbortController();
  const onInterrupt = () => {
    console.error("\nstopping after this case; press again to quit now");
    stop.abort();
  };
  process.once("SIGINT", onInterrupt);
  const started = performance.now();
  const sample = options.sample === undefined ? undefined : Number(options.sample);
  const all = allCases(names);
  // Ids contain no commas.
  const asked = options.case?.split(",") ?? [];
  const planFor = (part: Part): Plan & MadePlan => {
    const again = (failed ?? []).flatMap((one) => (one.part === part ? [one.id] : []));
    const wanted = isAgain ? new Set([...asked, ...again]) : undefined;
    const cases = wanted ? all.filter(({ id }) => wanted.has(id)) : all;
    const made = Number(options.made ?? (isAgain ? MADE_AGAIN : MADE));
    return { cases, sample, seed: Number(options.seed ?? 1), wanted, names, made };
  };
  const run: FormRun = {
    language: options.language ?? "en",
    screenshots: folder,
    jobs: Number(options.jobs ?? JOBS),
  };
  await mkdir(folder, { recursive: true });
  const watch: Watch = { signal: stop.signal, onProgress: showProgress };
  const outcomes: Outcome[] = [];
  if (options.api) {
    const { credentialsFrom, openForeign } = await import("./verify/foreignPart.ts");
    const platform = await openForeign(options.api, credentialsFrom(process.env));
    outcomes.push(...(await verifyForeign(planFor("api"), platform, watch)));
  } else outcomes.push(...(await tryParts(only, planFor, run, watch)));
  console.error("");
  process.off("SIGINT", onInterrupt);
  if (isAgain && outcomes.length === 0) {
    console.error(`no such case${options.case ? `: ${options.case}` : ""}`);
    return 2;
  }
  const rules = bookedRules(names);
  const facts = {
    // URLs may contain a password.
    command: `npm run rules -- ${process.argv
      .slice(2)
      .join(" ")
      .replace(/\/\/[^/@\s]*@/g, "//")}`,
    finished: new Date(),
    seconds: (performance.now() - started) / 1000,
    isCancelled: stop.signal.aborted,
    unapproved,
  };
  const files = await writeReports(folder, outcomes, rules, facts);
  const tried = parts.filter((part) => ofPart(outcomes, part).length > 0);
  // Some cases say nothing about how many rules are proved.
  for (const part of tried) printSummary(part, ofPart(outcomes, part), isAgain ? undefined : rules);
  for (const outcome of discrepanciesIn(outcomes)) console.log(`\n${failureText(outcome)}`);
  const under = tried.filter((part) => !isAgain && isUnder(minimum, part, coverageOf(rules, outcomes, part)));
  for (const part of under) {
    console.log(
      `\n${part}: ${coverageOf(rules, outcomes, part).percent} % of the rules are proved, fewer than asked for`,
    );
  }
  if (unapproved.length > 0) console.log(`\n${changesLine(unapproved)}`);
  console.log(`\n${files.join("\n")}`);
  return discrepanciesIn(outcomes).length + under.length + unapproved.length > 0 || stop.signal.aborted ? 1 : 0;
}

/** Loads each part on demand: the validator needs no browser. */
async function tryParts(
  only: readonly Part[],
  planFor: (part: Part) => Plan & MadePlan,
  run: FormRun,
  watch: Watch,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let platform: Embedded | undefined;
  for (const part of parts.filter((one) => only.includes(one) && !watch.signal?.aborted)) {
    const plan = planFor(part);
    if (part === "validator") outcomes.push(...(await verifyByValidator(plan, watch)));
    else if (part === "form") {
      const { verifyByForm } = await import("./verify/formRun.ts");
      ensureBuilt();
      outcomes.push(...(await verifyByForm(plan, run, watch)));
    } else {
      platform ??= await openEmbedded();
      outcomes.push(
        ...(part === "made"
          ? await verifyByMadeRecords(plan, platform, watch)
          : await verifyByApi(plan, platform, watch)),
      );
    }
  }
  await platform?.close();
  return outcomes;
}

let progressShownAt = 0;
const progress = new Map<Part, string>();

/** Updates one line on a terminal; logs every five seconds otherwise. */
function showProgress(part: Part, done: number, total: number): void {
  progress.set(part, `${part}: ${done} of ${total}`);
  const { isTTY } = process.stderr;
  if (done < total && performance.now() - progressShownAt < (isTTY ? 100 : 5000)) return;
  progressShownAt = performance.now();
  const line = [...progress.values()].join(", ");
  process.stderr.write(isTTY ? `\r${line}` : `${line}\n`);
}

function printSummary(part: Part, outcomes: readonly Outcome[], rules: readonly BookedRule[] | undefined): void {
  console.log(summaryLine(part, outcomes, rules && coverageOf(rules, outcomes, part)));
  for (const [reason, count] of reasonsIn(outcomes)) console.log(`  not tried: ${count} × ${reason}`);
}

/** Writes the reports to the folder and returns their paths. */
async function writeReports(
  folder: string,
  outcomes: readonly Outcome[],
  rules: readonly BookedRule[],
  facts: Omit<ReportFacts, "rules">,
): Promise<string[]> {
  await saveFailed(folder, outcomes);
  const files = {
    "report.html": reportPage(outcomes, { ...facts, rules }),
    "junit.xml": asJUnit(outcomes, rules, facts.unapproved),
    "traceability.csv": asTraceability(rules, outcomes),
    "matrix.csv": asMatrix(rules, outcomes),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return Object.keys(files).map((name) => join(folder, name));
}
