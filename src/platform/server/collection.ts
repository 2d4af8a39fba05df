import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { sql } from "kysely";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { CsvUpload, requireBody } from "../http/body.ts";
import { answerWith, readableMessage } from "../http/errors.ts";
import { collectionPath, itemPath, toCollection } from "../http/hal.ts";
import { asRecord } from "../http/jsonText.ts";
import {
  etagOf,
  isTruthyParam,
  type Query,
  queryOf,
  setPreferenceApplied,
  wantsRepresentation,
} from "../http/query.ts";
import { abortOnDisconnect } from "../http/sendMessages.ts";
import { type PlatformContext, refreshStale } from "../records/context.ts";
import { createComposite } from "../records/operations/composite.ts";
import { upsertRecord } from "../records/operations/create.ts";
import { listRecords } from "../records/operations/list.ts";
import { removeByQuery } from "../records/operations/remove.ts";
import { sumRecords } from "../records/operations/sumRecords.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../records/plan/resourcePlan.ts";
import { from, whereAll } from "../records/query/selectRows.ts";
import { serializeRow } from "../records/unitOfWork/serialize.ts";
import type { UnitOfWork } from "../records/unitOfWork/unitOfWork.ts";
import type { Actor } from "../resourceHooks.ts";
import { sendCsv, sendCsvDownload, wantsCsv } from "./csvExport.ts";
import { receiveCsv } from "./csvUpload.ts";
import { receiveBody } from "./item.ts";
import { toItemBody, toListedItem } from "./itemLinks.ts";

/** The work in one transaction; if it is refused, what the resource notes about that in another one. */
async function withRefusalHook<T>(
  context: PlatformContext,
  { actor, plan, body, signal }: CreateOptions,
  run: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { onCreateRefused } = plan.hooks;
  try {
    return await context.inTransaction(actor, run, signal);
  } catch (error) {
    if (onCreateRefused && error instanceof PlatformError && error.status < 500) {
      const record = asRecord(body);
      const message = readableMessage(error, context.texts, { body: record, fields: plan.descriptor.fields });
      await context.inTransaction(actor, (unit) => onCreateRefused({ context: unit, body: record, message }));
    }
    throw error;
  }
}

interface CreateOptions {
  readonly actor: Actor;
  readonly plan: ResourcePlan;
  readonly body: unknown;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

interface ListOptions {
  readonly caller: Actor;
  readonly plan: ResourcePlan;
  /** The list's own. */
  readonly path: string;
  readonly query: Query;
  /** Filters that are part of the path. */
  readonly within?: Query;
  readonly headers: IncomingHttpHeaders;
}

/** A page of a list, or all of it as a file. */
export async function sendList(
  context: PlatformContext,
  { caller, plan, path, query: clientQuery, within = new Map(), headers }: ListOptions,
  reply: FastifyReply,
): Promise<unknown> {
  const { plans, settings } = context;
  const { descriptor, name } = plan;
  // A client that omits passwords has no use for any secret of so many records.
  const actor: Actor = caller.omits ? { ...caller, omits: "secrets" } : caller;
  const query = new Map([...clientQuery, ...within]);
  await refreshStale(context, plan, { query });
  // On older platforms this requests another kind of CSV, which only some collections have.
  if (headers.accept === "text/csv") return sendCsvDownload(context, { actor, plan, query }, reply);
  if (wantsCsv(query)) return sendCsv(context, { actor, plan, query }, reply);
  const readContext = await context.readApart(actor, plan);
  const page = await listRecords(readContext, { plan, plans, query, maxRows: settings.maxRows });
  const sums = isTruthyParam(query, "sums") ? await sumRecords(readContext, plan, plans, query) : undefined;
  // A list that is read as its owner sees it needs the owner in its links.
  const owner = descriptor.ownerFilters?.find((filter) => query.has(filter));
  const { discriminator } = descriptor;
  const toLinked = (record: WireRecord) => {
    const parameters = new URLSearchParams(owner === undefined ? [] : [[owner, query.get(owner) ?? ""]]);
    const type = record[discriminator?.propertyName ?? ""];
    if (discriminator && typeof type === "string") parameters.set(discriminator.propertyName, type);
    return toListedItem(plan, record, parameters.size > 0 ? `?${parameters}` : "");
  };
  const collection = toCollection(name, path, page, clientQuery, toLinked);
  return answerWith(reply, context.texts, page.refusal, sums ? { ...collection, sums } : collection);
}

export function registerCollection(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { plans, passwordPolicy: policy } = context;
  const { descriptor, name } = plan;
  const path = collectionPath(name);

  if (descriptor.operations.includes("list")) {
    const firstOnly = descriptor.parent?.nested ? firstOfEach(plan, plans) : undefined;
    app.get(path, async (request, reply) => {
      const caller = await context.callerWith(request, "lookup", descriptor);
      const query = queryOf(request);
      const listed = firstOnly && !query.has("id") ? firstOnly : plan;
      return sendList(context, { caller, plan: listed, path, query, headers: request.headers }, reply);
    });
  }

  if (descriptor.operations.includes("create")) {
    const { fields, calendar } = descriptor;
    const config = { fields, calendar, takesCsv: descriptor.csv !== undefined };
    app.post(path, { config }, async (request, reply) => {
      const actor = await context.callerWith(request, "create", descriptor);
      const { body: upload } = request;
      if (upload instanceof CsvUpload) return receiveCsv(context, { request, actor, plan, upload }, reply);
      const wantsBody = wantsRepresentation(request) && descriptor.api.returnRepresentation;
      const signal = abortOnDisconnect(reply);
      const { body, discard } = await receiveBody(context, { request, actor, plan });
      const { row, record } = await withRefusalHook(context, { actor, plan, body, signal }, async (unit) => {
        const row = await upsertRecord(unit, { plan, body, policy });
        return { row, record: wantsBody ? await serializeRow(unit, plan, row) : undefined };
      }).catch(discard);
      if (descriptor.api.actionOnly) return reply.code(204).send();
      reply.code(201).header("Location", itemPath(name, row.id)).header("ETag", etagOf(row.row_version));
      setPreferenceApplied(reply, wantsBody ? "representation" : "minimal");
      return record ? toItemBody(plan, record) : reply.send();
    });
  }

  const { bulkDeleteFilter } = plan.hooks;
  if (bulkDeleteFilter !== undefined) {
    app.delete(path, async (request, reply) => {
      const actor = await context.callerWith(request, "delete", descriptor);
      const query = queryOf(request);
      if (!query.get(bulkDeleteFilter)?.trim()) throw new PlatformError("filter_needed", { name: bulkDeleteFilter });
      await context.inTransaction(actor, (unit) => removeByQuery(unit, { plan, query }));
      return reply.code(204).send();
    });
  }
}

/** The resource, narrowed to the first record of each parent that is shown, in the list's order. */
function firstOfEach(plan: ResourcePlan, plans: Plans): ResourcePlan {
  const { parent, list } = plan.descriptor;
  const above = plans.get(parent?.resource ?? "");
  if (!parent || !above) throw new Error(`${plan.name} has no parent`);
  const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`);
  const comes = list.sort.order === "DESC" ? sql`>` : sql`<`;
  const isFirst = sql<boolean>`not exists (select 1 from ${plan.source} as other
    where ${column("other", parent.reference)} = ${column(rootAlias, parent.reference)}
      and ${column("other", list.sort.field)} ${comes} ${column(rootAlias, list.sort.field)})`;
  const isShown = sql<boolean>`${column(rootAlias, parent.reference)} in (
    select ${column(rootAlias, "id")} ${from(above)} ${whereAll(above.notHidden)})`;
  return { ...plan, own: [...plan.own, isFirst, isShown] };
}

/**
 * `POST /api/<resource>/composite`: a record together with those that it refers to and those that refer to it. An
 * address of its own, as older platforms would drop the other records from a plain POST without a word.
 */
export function registerComposite(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { descriptor, name } = plan;
  if (!descriptor.composite || !descriptor.operations.includes("create")) return;
  const config = { fields: descriptor.fields };
  app.post(`${collectionPath(name)}composite`, { config }, async (request, reply) => {
    const actor = await context.callerWith(request, "create", descriptor);
    const body = asRecord(requireBody(request));
    const row = await context.inTransaction(
      actor,
      (unit) =>
        createComposite(unit, {
          plan,
          body,
          policy: context.passwordPolicy,
          assertMayCreate: (part) => context.assertCan(actor, part, "create"),
        }),
      abortOnDisconnect(reply),
    );
    return reply.code(201).header("Location", itemPath(name, row.id)).header("ETag", etagOf(row.row_version)).send();
  });
}
