import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, root } from "../toolchain.mjs";
import { allCases, bookedResources } from "./verify/book.ts";
import { asJUnit } from "./verify/junit.ts";
import { type Outcome, type Part, parts } from "./verify/outcome.ts";
import { type ReportFacts, reportPage } from "./verify/reportPage.ts";
import { discrepanciesIn, discrepancyText, ofPart, summaryLine } from "./verify/totals.ts";
import type { Plan, Watch } from "./verify/verify.ts";

export interface VerifyOptions {
  readonly only?: string;
  readonly resource?: string;
  readonly sample?: string;
  readonly made?: string;
  readonly seed?: string;
  readonly language?: string;
  readonly out?: string;
  readonly api?: string;
}

/** Runs the cases and writes the reports. Returns 1 if there are discrepancies. */
export async function verifyCommand(options: VerifyOptions): Promise<number> {
  const known = bookedResources();
  const names = options.resource?.split(",") ?? known;
  const only = (options.only?.split(",") ?? [...parts]) as Part[];
  const wrong = [...names.filter((name) => !known.includes(name)), ...only.filter((part) => !parts.includes(part))];
  if (wrong.length > 0) {
    console.error(`unknown: ${wrong.join(", ")}; forms: ${known.join(", ")}; parts: ${parts.join(", ")}`);
    return 2;
  }
  const stop = new AbortController();
  const onInterrupt = () => {
    console.error("\nstopping after this case; press again to quit now");
    stop.abort();
  };
  process.once("SIGINT", onInterrupt);
  const started = performance.now();
  const sample = options.sample === undefined ? undefined : Number(options.sample);
  const plan: Plan = { cases: allCases(names), sample, seed: Number(options.seed ?? 1) };
  const watch: Watch = { signal: stop.signal, onProgress: showProgress };
  const outcomes: Outcome[] = [];
  if (options.api) {
    const { credentialsFrom, openForeign } = await import("./verify/foreignClient.ts");
    const { verifyForeign } = await import("./verify/verify.ts");
    outcomes.push(...(await verifyForeign(plan, await openForeign(options.api, credentialsFrom(process.env)), watch)));
    console.error("");
  }
  for (const part of options.api ? [] : only) {
    if (stop.signal.aborted) break;
    outcomes.push(
      ...(await tryPart(part, { ...plan, names, made: Number(options.made ?? 200) }, watch, options.language ?? "en")),
    );
    console.error("");
  }
  process.off("SIGINT", onInterrupt);
  const folder = options.out ?? join(root, "test-results/rules");
  const facts = {
    // URLs may contain a password.
    command: `npm run rules -- ${process.argv
      .slice(2)
      .join(" ")
      .replace(/\/\/[^/@\s]*@/g, "//")}`,
    finished: new Date(),
    seconds: (performance.now() - started) / 1000,
    isCancelled: stop.signal.aborted,
  };
  const files = await writeReports(folder, outcomes, facts);
  for (const part of only)
    if (ofPart(outcomes, part).length > 0) console.log(summaryLine(part, ofPart(outcomes, part)));
  for (const outcome of discrepanciesIn(outcomes)) console.log(`\n${discrepancyText(outcome)}`);
  console.log(`\n${files.join("\n")}`);
  return discrepanciesIn(outcomes).length > 0 || stop.signal.aborted ? 1 : 0;
}

/** Writes `report.html` and `junit.xml` to the folder and returns their paths. */
async function writeReports(folder: string, outcomes: readonly Outcome[], facts: ReportFacts): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files = { "report.html": reportPage(outcomes, facts), "junit.xml": asJUnit(outcomes) };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return Object.keys(files).map((name) => join(folder, name));
}

interface WholePlan extends Plan {
  readonly names: readonly string[];
  /** Random records per form. */
  readonly made: number;
}

/** Loads each part on demand: the validator needs neither a platform nor a browser. */
async function tryPart(part: Part, plan: WholePlan, watch: Watch, language: string): Promise<Outcome[]> {
  const { verifyByApi, verifyByMadeRecords, verifyByValidator } = await import("./verify/verify.ts");
  if (part === "validator") return verifyByValidator(plan, watch);
  if (part === "form") {
    const { verifyByForm } = await import("./verify/formRun.ts");
    ensureBuilt();
    const folder = await mkdtemp(join(tmpdir(), "patchbay-rules-"));
    return verifyByForm(plan, folder, language, watch).finally(() => rm(folder, { recursive: true, force: true }));
  }
  const { openEmbedded } = await import("./verify/embedded.ts");
  const platform = await openEmbedded();
  try {
    return part === "made"
      ? await verifyByMadeRecords(plan.names, plan.made, platform, watch)
      : await verifyByApi(plan, platform, watch);
  } finally {
    await platform.close();
  }
}

let progressShownAt = 0;

/** Updates one line on a terminal; logs every five seconds otherwise. */
function showProgress(part: Part, done: number, total: number): void {
  const isLast = done === total;
  if (!isLast && performance.now() - progressShownAt < (process.stderr.isTTY ? 100 : 5000)) return;
  progressShownAt = performance.now();
  process.stderr.write(
    `${process.stderr.isTTY ? "\r" : ""}${part}: ${done} of ${total}${process.stderr.isTTY ? "" : "\n"}`,
  );
}
