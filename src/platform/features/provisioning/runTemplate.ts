import { setImmediate } from "node:timers/promises";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { purgeField } from "../../../core/telephony/deviceTemplates/provisioning.ts";
import { type ProvisioningField, readRow } from "../../../core/telephony/deviceTemplates/provisioningFields.ts";
import type { LineReport, RunReport } from "../../../core/telephony/deviceTemplates/provisioningReport.ts";
import { type SectionName, sections } from "../../../core/telephony/deviceTemplates/provisioningSections.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { type FieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { headerSeparator, readCsv } from "../../../core/values/csvReader.ts";
import { batchesOf } from "../../../core/values/groupBy.ts";
import { asAsker, budgetFor, MAX_REQUEST_MS, MAX_TRANSACTION_MS } from "../../evaluation/asker.ts";
import type { PlatformContext } from "../../records/context.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import type { UnitOfWork } from "../../records/unitOfWork/unitOfWork.ts";
import type { Actor, Row } from "../../resourceHooks.ts";
import { prepareProvisioning, type RunnableTemplate } from "./compiledTemplate.ts";
import { computeLines, makeLines, type RunParts, type TemplateLine } from "./runLines.ts";
import { beginRun, recordRun } from "./runStore.ts";

/** Lines per transaction: limits how long others wait, and how much is made again when one of them is refused. */
const BATCH = 100;
/** Lines listed in a report. */
const MAX_LISTED_LINES = 10_000;

export interface Run {
  readonly templateRow: Row<"provisioningtemplates">;
  readonly template: RunnableTemplate;
  readonly source: "form" | "csv";
  readonly lines: readonly TemplateLine[];
  readonly isDry: boolean;
  /** All lines or none; otherwise each line for itself. */
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: { readonly lines: number; readonly share: number }) => void) | undefined;
}

/** A stored template that this caller may run: 422 if it cannot be run, 403 without the right to what it makes. */
export async function prepareRun(
  context: PlatformContext,
  actor: Actor,
  templateRow: Row<"provisioningtemplates">,
  isPurging: boolean,
): Promise<RunnableTemplate> {
  const template = await prepareProvisioning({
    template: String(templateRow.template),
    lang: String(templateRow.lang),
  });
  for (const section of sections) {
    if (!template.sections.has(section.name)) continue;
    const isNew = section.makes === "record" || section.makes === "records";
    context.assertCan(actor, planOf(context.plans, section.resource).descriptor, isNew ? "create" : "update");
  }
  const canPurge = isPurging || template.fields.some(({ name }) => name === purgeField);
  if (canPurge) context.assertCan(actor, planOf(context.plans, "subscribers").descriptor, "delete");
  return template;
}

/** The values of a form as a line. */
export function lineOf(
  fields: readonly ProvisioningField[],
  line: number,
  input: WireRecord,
  isPurging: boolean,
): TemplateLine {
  const { row, errors } = readRow(fields, input);
  const marked = row[purgeField] === true || row[purgeField] === 1 || row[purgeField] === "1";
  return { line, row, isPurging: isPurging || marked, errors, made: [] };
}

/** The lines of a file, whose first line names the fields in any order. Throws 422 for empty or repeated names. */
export function parseLines(fields: readonly ProvisioningField[], text: string, isPurging: boolean): TemplateLine[] {
  const lines: TemplateLine[] = [];
  let names: readonly string[] | undefined;
  const fieldNames = new Map(fields.map(({ name }) => [name.toLowerCase(), name]));
  for (const { line, cells, isBroken } of readCsv(
    text,
    headerSeparator(text, (name) => fieldNames.has(name)),
  )) {
    if (names === undefined) {
      names = cells.map((cell) => fieldNames.get(cell.trim().toLowerCase()) ?? cell.trim().toLowerCase());
      const isHeader = !isBroken && names.some((name) => fieldNames.has(name.toLowerCase()));
      if (!isHeader || names.includes("") || new Set(names).size < names.length)
        throw validationFailed([businessError("", "csvHeader")]);
      continue;
    }
    const input = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
    const read = lineOf(fields, line, input, isPurging);
    if (isBroken) read.errors = [lineError("quote", {})];
    else if (cells.length > names.length)
      read.errors = [lineError("columns", { count: cells.length, expected: names.length })];
    lines.push(read);
  }
  if (names === undefined) throw validationFailed([businessError("", "csvHeader")]);
  return lines;
}

function lineError(rule: "quote" | "columns", params: Readonly<Record<string, Json>>): FieldError {
  return { pointer: "", rule: "format", params: { format: "csv", ...params }, key: `rules.csv.${rule}` };
}

/** Ends a transaction whose changes are not kept. */
class NotKept extends Error {}

/** Runs a template for some lines, and keeps what it made to be undone. */
export async function runTemplate(context: PlatformContext, actor: Actor, run: Run): Promise<RunReport> {
  const { templateRow, lines, isDry, isWhole, signal } = run;
  const resellerId = templateRow.reseller_id ?? actor.resellerId;
  const parts: RunParts = { template: run.template, resellerId, policy: context.passwordPolicy };
  let runId: number | null = null;
  let done = 0;
  const makeBatch = async (unit: UnitOfWork, batch: readonly TemplateLine[]) => {
    unit.progress.canStop = true;
    unit.progress.found = lines.length;
    unit.progress.done = done;
    await makeLines(unit, parts, batch);
    done += batch.length;
    unit.progress.done = done;
    run.onProgress?.({ lines: done, share: lines.length === 0 ? 1 : done / lines.length });
    // Yields to other requests.
    await setImmediate();
    signal.throwIfAborted();
  };
  const failedIn = (all: readonly TemplateLine[]) => all.filter(({ errors }) => errors.length > 0).length;
  const keep = async (unit: UnitOfWork, batch: readonly TemplateLine[], isComplete: boolean) => {
    runId ??= await beginRun(unit, { templateId: templateRow.id, resellerId, source: run.source });
    const made = batch.flatMap((line) => (line.errors.length > 0 ? [] : line.made));
    const failed = failedIn(batch);
    await recordRun(unit, runId, { made, created: batch.length - failed, failed, isComplete });
  };
  const batches = batchesOf(lines, BATCH);
  const inTransaction = async (some: readonly TemplateLine[], make: (unit: UnitOfWork) => Promise<void>) => {
    const now = context.settings.clock().toISOString();
    await asAsker({ budget: budgetFor(some.length, MAX_REQUEST_MS) }, async () => {
      for (const batch of batchesOf(some, BATCH)) await computeLines(parts, batch, now);
    });
    const budget = budgetFor(some.length, MAX_TRANSACTION_MS);
    await context.inTransaction(actor, (unit) => asAsker({ budget }, () => make(unit)), signal);
  };
  if (isDry || isWhole) {
    await inTransaction(lines, async (unit) => {
      for (const batch of batches) await makeBatch(unit, batch);
      if (isDry || failedIn(lines) > 0) throw new NotKept();
      await keep(unit, lines, true);
    }).catch((error: unknown) => {
      if (!(error instanceof NotKept)) throw error;
    });
  } else {
    for (const [index, batch] of batches.entries()) {
      await inTransaction(batch, async (unit) => {
        await makeBatch(unit, batch);
        await keep(unit, batch, index === batches.length - 1);
      });
    }
  }
  return reportOf(run, runId, failedIn(lines));
}

function reportOf({ lines, isDry, isWhole }: Run, runId: number | null, failed: number): RunReport {
  const isStored = runId !== null;
  const listed = [
    ...lines.filter(({ errors }) => errors.length > 0),
    ...lines.filter(({ errors }) => errors.length === 0),
  ];
  return {
    is_dry_run: isDry,
    is_stored: isStored,
    created: isStored ? lines.length - failed : 0,
    good: lines.length - failed,
    failed,
    run_id: runId,
    lines: listed
      .slice(0, MAX_LISTED_LINES)
      .map((line) => toReport(line, isDry || (isWhole && failed > 0)))
      .sort((a, b) => a.line - b.line),
  };
}

/** Leaves out the ids of records that are rolled back. */
function toReport({ line, errors, made }: TemplateLine, isTakenBack: boolean): LineReport {
  if (errors.length > 0)
    return {
      line,
      status: "failed",
      errors: errors.map(({ pointer, key, params, rule }) => ({ pointer, key, params, rule })),
      created: {},
    };
  const created: Partial<Record<SectionName, number[]>> = {};
  if (!isTakenBack) for (const { section, id } of made) created[section] = [...(created[section] ?? []), id];
  return { line, status: isTakenBack ? "good" : "created", errors: [], created };
}

/** Throws what a program is answered if its run was refused. */
export function assertMade({ lines, failed }: RunReport, { isWhole, source }: Pick<Run, "isWhole" | "source">): void {
  if (failed === 0) return;
  const errors = (prefix: boolean) =>
    lines.flatMap(({ line, errors: found }) =>
      found.map((error): FieldError => ({ ...error, pointer: `${prefix ? `/${line}` : ""}${error.pointer}` })),
    );
  if (source === "form") throw validationFailed(errors(false));
  if (isWhole) throw validationFailed(errors(true));
  throw new PlatformError("provisioning_incomplete", { failed, total: lines.length });
}
