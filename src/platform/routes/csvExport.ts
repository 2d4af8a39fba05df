import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { byteOrderMark, toCsvLine } from "../../core/csv.ts";
import { wallTime } from "../../core/dateTime.ts";
import { PlatformError } from "../../core/errors.ts";
import { type CellWords, type ExportColumn, exportColumns, toCell } from "../../core/exportCells.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor } from "../entityHooks.ts";
import { isOn, type Query } from "../http/query.ts";
import { countOf, type ExportRequest, findExport, type PackedIds, readExport } from "../operations/exportRecords.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/** Exports that one account can have running. */
const atMost = 2;
const running = new WeakMap<PlatformContext, Map<number, number>>();

/** Whether a list's query asks for all of it as a file. */
export function wantsCsv(query: Query): boolean {
  return query.get("format") === "csv";
}

/**
 * Answers a list's query with all that it matches as CSV, streamed: `columns` are sources of the list's columns and
 * `@title`, `headings` their headings as a JSON list (the sources when absent), `zone` the zone of times, `bom` puts a
 * byte order mark first. `X-Total-Count` says how many rows there are.
 */
export async function sendCsv(
  context: PlatformContext,
  { actor, plan, query }: { readonly actor: Actor; readonly plan: ResourcePlan; readonly query: Query },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { plans, settings } = context;
  const columns = columnsOf(plan, query);
  const headings = headingsOf(columns, query);
  const words: CellWords = {
    record: plan.descriptor.record,
    wireZone: settings.timeZone,
    zone: zoneOf(query) ?? settings.timeZone,
    titleOf: (resource) => plans.get(resource)?.descriptor.record,
  };
  const leave = enterExport(context, actor);
  const request: ExportRequest = { plan, plans, query };
  try {
    const reading = context.readAs(actor);
    const ids = await findExport(reading, request);
    const lines = linesOf(readExport(reading, request, ids), { columns, headings, words, hasMark: isOn(query, "bom") });
    // One part waits while the reader takes its time; when nobody reads any more, no further part is asked for.
    const stream = Readable.from(lines, { highWaterMark: 1 }).once("close", leave);
    return reply.headers(csvHeaders(`${plan.name}.csv`, ids, true)).send(stream);
  } catch (error) {
    leave();
    throw error;
  }
}

interface Lines {
  readonly columns: readonly ExportColumn[];
  readonly headings: readonly string[];
  readonly words: CellWords;
  readonly hasMark: boolean;
}

async function* linesOf(parts: ReturnType<typeof readExport>, { columns, headings, words, hasMark }: Lines) {
  yield (hasMark ? byteOrderMark : "") + toCsvLine(headings);
  for await (const records of parts) {
    yield records.map((record) => toCsvLine(columns.map((column) => toCell(record, column, words)))).join("");
  }
}

/** What is said of a file besides its lines. */
export function csvHeaders(fileName: string, ids: PackedIds, hasHeader: boolean): Record<string, string> {
  return {
    "content-type": `text/csv; charset=utf-8; header=${hasHeader ? "present" : "absent"}`,
    "content-disposition": `attachment; filename="${fileName}"`,
    "x-total-count": String(countOf(ids)),
  };
}

function columnsOf({ descriptor }: ResourcePlan, query: Query): ExportColumn[] {
  const known = new Map(exportColumns(descriptor).map((column) => [column.source, column]));
  const wanted = query.get("columns")?.split(",") ?? [...known.keys()];
  return wanted.map((source) => {
    const column = known.get(source);
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
  const zone = query.get("zone");
  if (zone === undefined) return undefined;
  try {
    wallTime(new Date(0), zone);
    return zone;
  } catch (cause) {
    throw new PlatformError("bad_request", {}, { cause });
  }
}

/** Counts an export in, and out again by what it returns; refuses more than an account may have at once. */
export function enterExport(context: PlatformContext, { adminId }: Actor): () => void {
  const counts = running.get(context) ?? new Map<number, number>();
  running.set(context, counts);
  const count = counts.get(adminId) ?? 0;
  if (count >= atMost) throw new PlatformError("too_many_exports", { limit: atMost });
  counts.set(adminId, count + 1);
  return () => {
    const left = (counts.get(adminId) ?? 1) - 1;
    if (left > 0) counts.set(adminId, left);
    else counts.delete(adminId);
  };
}
