import type { FastifyReply, FastifyRequest } from "fastify";
import { type CsvReport, messageType } from "../../core/api/csvReport.ts";
import { type FieldError, validationFailed } from "../../core/validation/errors.ts";
import type { CsvUpload } from "../http/body.ts";
import { isTruthyParam, queryOf } from "../http/query.ts";
import { abortOnDisconnect, sendMessages } from "../http/sendMessages.ts";
import type { PlatformContext } from "../records/context.ts";
import { importCsv } from "../records/csv/csvImport.ts";
import { type CsvTask, csvShapeOf, ownerOfFile } from "../records/csv/csvShape.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import { assertParameters } from "../records/query/assertFilters.ts";
import type { UnitOfWork } from "../records/unitOfWork/unitOfWork.ts";
import type { Actor } from "../resourceHooks.ts";

export interface UploadRequest {
  readonly request: FastifyRequest;
  readonly actor: Actor;
  readonly plan: ResourcePlan;
  readonly upload: CsvUpload;
}

/**
 * Imports a file of new records. Programs get the response of older platforms: 201 without a body, bad lines skipped,
 * or 422 if the resource takes whole files only.
 * Clients that accept `application/x-ndjson` get CsvMessages with the progress, the report last; `check` is a dry run.
 */
export async function receiveCsv(
  context: PlatformContext,
  { request, actor, plan, upload }: UploadRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { plans, passwordPolicy: policy } = context;
  const query = queryOf(request);
  const shape = csvShapeOf(plan, plans, actor);
  const readContext = context.readAs(actor);
  const isPurging = shape.purges && isTruthyParam(query, "purge_existing");
  for (const { plan: parent, isMade } of shape.parents) {
    if (isMade) context.assertCan(actor, parent.descriptor, "create");
  }
  if (isPurging) {
    context.assertCan(actor, plan.descriptor, "delete");
    assertParameters(query, ["purge_existing", "check"], shape.owner ? [shape.owner.parameter] : []);
  }
  const ownerId = await ownerOfFile(readContext, plans, shape, query, "upload");
  const task = { plan, plans, policy, shape, text: upload.text, ownerId, isPurging, signal: abortOnDisconnect(reply) };
  const hasReport = request.headers.accept?.includes(messageType) === true;
  const run = (onProgress: CsvTask["onProgress"]): Promise<CsvReport> =>
    isTruthyParam(query, "check")
      ? importCsv({ ...task, context: readContext, onProgress })
      : context.inTransaction(actor, async (unit) => {
          const report = await importCsv({ ...task, context: unit, unit, onProgress });
          // Programs get no word about skipped lines: a file without any good one is refused.
          const isRefused = shape.isWhole || (report.good === 0 && !hasReport);
          if (isRefused && report.bad > 0) throw validationFailed(errorsIn(report));
          await note(unit, task, report);
          return report;
        });
  if (!hasReport) {
    await run(() => undefined);
    return reply.code(201).send();
  }
  return sendMessages(context, reply, run);
}

/** The errors of a file, with the line in front of each pointer. */
function errorsIn({ badLines }: CsvReport): FieldError[] {
  return badLines.flatMap(({ line, problems }) =>
    problems.map(({ pointer, rule, params, key, column, value }) => ({
      pointer: `/${line}${pointer}`,
      rule,
      params: { ...params, line, column, value },
      key,
    })),
  );
}

/** One entry for the whole file: counts of created and deleted records. */
async function note(
  unit: UnitOfWork,
  { plan, shape, ownerId }: Pick<CsvTask, "plan" | "shape" | "ownerId">,
  { good, bad, purged, created }: CsvReport,
): Promise<void> {
  if (!plan.descriptor.journal) return;
  const counted = { stored: good, skipped: bad, ...prefixed("purged", purged), ...prefixed("created", created) };
  await unit.journal({
    resource: plan.name,
    id: "csv",
    operation: "create",
    resellerId: shape.owner?.resource === "resellers" ? (ownerId ?? null) : unit.actor.resellerId,
    changes: Object.fromEntries(
      Object.entries({ ...counted, ...ownerOf(shape, ownerId) }).map(([name, after]) => [
        name,
        { before: null, after },
      ]),
    ),
  });
}

/** By what its owner's journal finds the file. */
function ownerOf({ owner }: CsvTask["shape"], ownerId: number | undefined): Readonly<Record<string, number>> {
  return owner?.field === undefined || ownerId === undefined ? {} : { [owner.field]: ownerId };
}

function prefixed(prefix: string, counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([resource, count]) => [`${prefix}_${resource}`, count]));
}
