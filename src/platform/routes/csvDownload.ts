import type { FastifyReply } from "fastify";
import { toCsvLine } from "../../core/csv.ts";
import { toCsvCell } from "../../core/csvCells.ts";
import type { CsvDescriptor } from "../../core/descriptor.ts";
import { PlatformError } from "../../core/errors.ts";
import { valueAt } from "../../core/valueAt.ts";
import type { PlatformContext } from "../context.ts";
import { ownerOfFile } from "../csv/csvOwner.ts";
import { shapeOf } from "../csv/csvShape.ts";
import type { Actor } from "../entityHooks.ts";
import type { Query } from "../http/query.ts";
import { countOf, findExport, readExport } from "../operations/exportRecords.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { csvHeaders, sendLines } from "./csvExport.ts";

/** All records of a resource, or of an owner, in the format of its uploads; streamed. */
export async function sendFile(
  context: PlatformContext,
  { actor, plan, query }: Download,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { plans } = context;
  const { csv } = plan.descriptor;
  if (csv?.fileName === undefined) throw new PlatformError("csv_unsupported");
  const { fileName } = csv;
  const reading = context.readAs(actor);
  const shape = shapeOf(plan, plans, actor);
  const { owner } = shape;
  const ownerId = await ownerOfFile(reading, plans, shape, query, "download");
  const ofOwner: Query = owner ? new Map([...query, [owner.parameter, String(ownerId)]]) : query;
  const request = { plan, plans, query: ofOwner };
  return sendLines(context, actor, reply, async () => {
    const ids = await findExport(reading, request);
    const lines = linesOf(csv, readExport(reading, request, ids));
    return { lines, headers: csvHeaders(fileName, countOf(ids), csv.header ?? false) };
  });
}

export interface Download {
  readonly actor: Actor;
  readonly plan: ResourcePlan;
  readonly query: Query;
}

async function* linesOf({ columns, header }: CsvDescriptor, parts: ReturnType<typeof readExport>) {
  if (header) yield toCsvLine(columns.map(({ name }) => name));
  for await (const records of parts) {
    yield records.map((record) => toCsvLine(columns.map(({ source }) => toCsvCell(valueAt(record, source))))).join("");
  }
}
