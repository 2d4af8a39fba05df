import type { FastifyReply } from "fastify";
import type { CsvDescriptor } from "../../core/schema/descriptor.ts";
import { valueAtPath } from "../../core/schema/valueAt.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { toCsvLine } from "../../core/values/csv.ts";
import { toCsvCell } from "../../core/values/csvCells.ts";
import type { Query } from "../http/query.ts";
import type { PlatformContext } from "../records/context.ts";
import { ownerOfFile } from "../records/csv/csvOwner.ts";
import { csvShapeOf } from "../records/csv/csvShape.ts";
import { countIds, findExport, readExport } from "../records/operations/exportRecords.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import type { Actor } from "../resourceHooks.ts";
import { csvHeaders, sendLines } from "./csvExport.ts";

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
