import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { type ExportCellContext, type ExportColumn, exportColumns, toCell } from "../../core/api/exportCells.ts";
import type { CsvDescriptor, ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { valueAtPath } from "../../core/schema/valueAt.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { byteOrderMark, toCsvLine } from "../../core/values/csv.ts";
import { toCsvCell } from "../../core/values/csvCells.ts";
import { wallTime } from "../../core/values/dateTime.ts";
import { memoize } from "../../core/values/memoize.ts";
import { isTruthyParam, type Query } from "../http/query.ts";
import type { PlatformContext } from "../records/context.ts";
import { csvShapeOf, ownerOfFile } from "../records/csv/csvShape.ts";
import { countIds, type ExportRequest, findExport, readExport } from "../records/operations/exportRecords.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import type { Actor } from "../resourceHooks.ts";

/** Concurrent exports per account. */
const MAX_EXPORTS = 2;
const runningIn = memoize((_: PlatformContext) => new Map<number, number>());

export function wantsCsv(query: Query): boolean {
  return query.get("format") === "csv";
}

/**
 * Streams all matches of a list's query as CSV: `columns` are sources of the list's columns and `@title`, `headings`
 * their headings as a JSON list (the sources when absent), `time_zone` that of times, `bom` adds a byte order mark.
 * `X-Total-Count` has the number of rows.
 */
export function sendCsv(
  context: PlatformContext,
  { actor, plan, query }: { readonly actor: Actor; readonly plan: ResourcePlan; readonly query: Query },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const request: ExportRequest = { plan, plans: context.plans, query };
  const find = async (): Promise<ExportContent> => {
    const readContext = await context.readApart(actor, plan);
    const ids = await findExport(readContext, request);
    return { count: countIds(ids), parts: readExport(readContext, request, ids) };
  };
  return sendRecordsAsCsv(context, { actor, descriptor: plan.descriptor, query, find }, reply);
}

interface ExportContent {
  readonly count: number;
  /** Records, in batches. */
  readonly parts: AsyncIterable<readonly WireRecord[]> | Iterable<readonly WireRecord[]>;
}

interface Export {
  readonly actor: Actor;
  readonly descriptor: ResourceDescriptor;
  readonly query: Query;
  readonly find: () => Promise<ExportContent>;
}

/** Sends records from any source as CSV. */
export async function sendRecordsAsCsv(
  context: PlatformContext,
  { actor, descriptor, query, find }: Export,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { plans, settings } = context;
  const columns = buildExportColumns(descriptor, query);
  const headings = headingsOf(columns, query);
  const cellContext: ExportCellContext = {
    record: descriptor.recordRepresentation,
    wireZone: settings.timeZone,
    zone: zoneOf(query) ?? settings.timeZone,
    titleOf: (resource) => plans.get(resource)?.descriptor.recordRepresentation,
  };
  return sendLines(context, actor, reply, async () => {
    const { count, parts } = await find();
    const lines = toExportLines(parts, { columns, headings, words: cellContext, hasMark: isTruthyParam(query, "bom") });
    return { lines, headers: csvHeaders(`${descriptor.name}.csv`, count, true) };
  });
}

/** Streams a file, as one of those that an account may export at once. */
async function sendLines(
  context: PlatformContext,
  actor: Actor,
  reply: FastifyReply,
  find: () => Promise<{ readonly lines: AsyncIterable<string>; readonly headers: Record<string, string> }>,
): Promise<FastifyReply> {
  const leave = acquireExportSlot(context, actor);
  try {
    const { lines, headers } = await find();
    // Backpressure: one batch waits for a slow reader; when the reader is gone, no further one is fetched.
    return reply.headers(headers).send(Readable.from(lines, { highWaterMark: 1 }).once("close", leave));
  } catch (error) {
    leave();
    throw error;
  }
}

interface Lines {
  readonly columns: readonly ExportColumn[];
  readonly headings: readonly string[];
  readonly words: ExportCellContext;
  readonly hasMark: boolean;
}

async function* toExportLines(parts: ExportContent["parts"], { columns, headings, words, hasMark }: Lines) {
  yield (hasMark ? byteOrderMark : "") + toCsvLine(headings);
  for await (const records of parts) {
    yield records.map((record) => toCsvLine(columns.map((column) => toCell(record, column, words)))).join("");
  }
}

export function csvHeaders(fileName: string, count: number, hasHeader: boolean): Record<string, string> {
  return {
    "content-type": `text/csv; charset=utf-8; header=${hasHeader ? "present" : "absent"}`,
    "content-disposition": `attachment; filename="${fileName}"`,
    "x-total-count": String(count),
  };
}

function buildExportColumns(descriptor: ResourceDescriptor, query: Query): ExportColumn[] {
  const bySource = new Map(exportColumns(descriptor).map((column) => [column.source, column]));
  const sources = query.get("columns")?.split(",") ?? [...bySource.keys()];
  return sources.map((source) => {
    const column = bySource.get(source);
    if (!column) throw new PlatformError("bad_request");
    return column;
  });
}

function headingsOf(columns: readonly ExportColumn[], query: Query): readonly string[] {
  const text = query.get("headings");
  if (text === undefined) return columns.map(({ source }) => source);
  try {
    const headings: unknown = JSON.parse(text);
    if (Array.isArray(headings) && headings.length === columns.length) return headings.map(String);
  } catch (cause) {
    throw new PlatformError("bad_request", {}, { cause });
  }
  throw new PlatformError("bad_request");
}

function zoneOf(query: Query): string | undefined {
  const zone = query.get("time_zone");
  if (zone === undefined) return undefined;
  try {
    wallTime(new Date(0), zone);
    return zone;
  } catch (cause) {
    throw new PlatformError("bad_request", {}, { cause });
  }
}

/** Counts a running export, until the returned function is called; refuses more than an account may have. */
function acquireExportSlot(context: PlatformContext, { adminId }: Actor): () => void {
  const counts = runningIn(context);
  const count = counts.get(adminId) ?? 0;
  if (count >= MAX_EXPORTS) throw new PlatformError("too_many_exports", { limit: MAX_EXPORTS });
  counts.set(adminId, count + 1);
  return () => {
    const running = (counts.get(adminId) ?? 1) - 1;
    if (running > 0) counts.set(adminId, running);
    else counts.delete(adminId);
  };
}

/** All records of a resource, or of an owner, in the format of its uploads; streamed. */
export async function sendCsvDownload(
  context: PlatformContext,
  { actor, plan, query }: Download,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { plans } = context;
  const { csv } = plan.descriptor;
  if (csv?.fileName === undefined) throw new PlatformError("csv_unsupported");
  const { fileName } = csv;
  const readContext = context.readAs(actor);
  const shape = csvShapeOf(plan, plans, actor);
  const { owner } = shape;
  const ownerId = await ownerOfFile(readContext, plans, shape, query, "download");
  const ofOwner: Query = owner ? new Map([...query, [owner.parameter, String(ownerId)]]) : query;
  const request = { plan, plans, query: ofOwner };
  return sendLines(context, actor, reply, async () => {
    const ids = await findExport(readContext, request);
    const lines = toCsvLines(csv, readExport(readContext, request, ids));
    return { lines, headers: csvHeaders(fileName, countIds(ids), csv.header ?? false) };
  });
}

export interface Download {
  readonly actor: Actor;
  readonly plan: ResourcePlan;
  readonly query: Query;
}

async function* toCsvLines({ columns, header }: CsvDescriptor, parts: ReturnType<typeof readExport>) {
  if (header) yield toCsvLine(columns.map(({ name }) => name));
  for await (const records of parts) {
    yield records
      .map((record) => toCsvLine(columns.map(({ source }) => toCsvCell(valueAtPath(record, source)))))
      .join("");
  }
}
