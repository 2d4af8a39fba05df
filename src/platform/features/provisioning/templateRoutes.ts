import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parse } from "yaml";
import { messageType } from "../../../core/api/csvReport.ts";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { textIn } from "../../../core/schema/valueAt.ts";
import { readRow } from "../../../core/telephony/deviceTemplates/provisioningFields.ts";
import type { KeptRun, RunReport } from "../../../core/telephony/deviceTemplates/provisioningReport.ts";
import { notFound, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { CsvUpload, requireBody } from "../../http/body.ts";
import { itemPath } from "../../http/hal.ts";
import { asRecord, idIn } from "../../http/jsonText.ts";
import { type ItemRequest, isTruthyParam, parseId, queryOf } from "../../http/query.ts";
import { abortOnDisconnect, sendMessages } from "../../http/sendMessages.ts";
import type { PlatformContext } from "../../records/context.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import { assertParameters } from "../../records/query/assertFilters.ts";
import { byValue, selectRows, visibleTo } from "../../records/query/selectRows.ts";
import type { Actor, Row } from "../../resourceHooks.ts";
import { outlineTemplate, prepareProvisioning } from "./compiledTemplate.ts";
import { listRuns, undoRun } from "./runStore.ts";
import { assertMade, lineOf, parseLines, prepareRun, type Run, runTemplate } from "./runTemplate.ts";
import type { LineValues } from "./templateEvaluator.ts";

const resource = "provisioningtemplates";
const item = itemPath(resource, ":id");

/**
 * Routes to run provisioning templates, in addition to those of every resource. A template is also addressed by its
 * name: `/api/provisioningtemplates/<reseller>/<name>`, or `<name>` alone if it is the platform's or a reseller's own.
 *
 * - `POST …/{id}` with the form's fields as JSON, or lines of them as CSV, makes what the template says: 201, with the
 *   subscriber's address. `dry_run=1` stores nothing, `mode=all` all lines or none, `purge_existing=1` ends the
 *   subscribers of the reseller that new ones collide with. `report=1`, or accepting `application/x-ndjson`: a
 *   RunReport. Otherwise 422 if a form is refused, or a file as a whole; 500 if some lines of a file are.
 * - `GET …/{id}/runs` lists the last runs, and `POST …/{id}/undo` with `{run_id}` removes what one has made.
 * - `POST …/preview` with `{template, row}` tells what is wrong with a text and what it makes of a row.
 */
export function registerProvisioningTemplates(app: FastifyInstance, context: PlatformContext): void {
  const plan = planOf(context.plans, resource);
  resolveNames(app, context);
  writeTemplates(app);

  app.post(item, { config: { takesCsv: true } }, async (request: ItemRequest, reply) => {
    const { actor, id } = await context.callerWithId(request, "update", plan.descriptor);
    const templateRow = await findTemplate(context, actor, id);
    const run = await readRun(context, actor, templateRow, request, reply);
    if (request.headers.accept?.includes(messageType))
      return sendMessages(context, reply, async (onProgress: Run["onProgress"]) =>
        withMessages(context, request, await runTemplate(context, actor, { ...run, onProgress })),
      );
    const report = await runTemplate(context, actor, run);
    if (isTruthyParam(queryOf(request), "report") || run.isDry)
      return reply.send(await withMessages(context, request, report));
    assertMade(report, run);
    const address = addressOf(report);
    if (address !== undefined) reply.header("Location", address);
    return reply.code(201).send();
  });

  app.get(`${item}/runs`, async (request: ItemRequest): Promise<{ readonly runs: readonly KeptRun[] }> => {
    const actor = await context.callerWith(request, "read", plan.descriptor);
    const { id } = await findTemplate(context, actor, parseId(request.params.id));
    return { runs: await listRuns(context.readAs(actor), id) };
  });

  app.post(`${item}/undo`, async (request: ItemRequest, reply) => {
    const { actor, id } = await context.callerWithId(request, "update", plan.descriptor);
    const templateRow = await findTemplate(context, actor, id);
    const runId = idIn(asRecord(requireBody(request)), "run_id");
    const removed = await context.inTransaction(
      actor,
      (unit) =>
        undoRun(unit, templateRow.id, runId, (name) =>
          context.assertCan(actor, planOf(context.plans, name).descriptor, "delete"),
        ),
      abortOnDisconnect(reply),
    );
    return { removed };
  });

  app.post(`/api/${resource}/preview`, async (request) => {
    const actor = await context.actorOf(request);
    // Writers only: it costs time, and readers have nothing to try.
    context.assertCan(actor, plan.descriptor, "update");
    const body = asRecord(requireBody(request));
    const { row = {} } = body;
    if (!isObject(row)) throw new PlatformError("bad_request");
    return previewOf(textIn(body, "template"), textIn(body, "lang") || "template", row);
  });
}

async function findTemplate(
  context: PlatformContext,
  actor: Actor,
  id: number | undefined,
): Promise<Row<"provisioningtemplates">> {
  return await context.findVisible(context.readAs(actor), resource, id ?? -1);
}

async function readRun(
  context: PlatformContext,
  actor: Actor,
  templateRow: Row<"provisioningtemplates">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Run> {
  const query = queryOf(request);
  const isPurging = isTruthyParam(query, "purge_existing");
  if (isPurging) assertParameters(query, ["purge_existing", "dry_run", "report"], ["mode"]);
  const template = await prepareRun(context, actor, templateRow, isPurging);
  const body = requireBody(request);
  const { fields } = template;
  const isFile = body instanceof CsvUpload;
  return {
    ...{ templateRow, template, source: isFile ? "csv" : "form" },
    lines: isFile ? parseLines(fields, body.text, isPurging) : [lineOf(fields, 1, asRecord(body), isPurging)],
    ...{
      isDry: isTruthyParam(query, "dry_run"),
      isWhole: query.get("mode") === "all",
      signal: abortOnDisconnect(reply),
    },
  };
}

async function withMessages(context: PlatformContext, request: FastifyRequest, report: RunReport): Promise<RunReport> {
  const texts = await context.textsFor(request);
  return {
    ...report,
    lines: report.lines.map((line) => ({
      ...line,
      errors: line.errors.map((error) => ({ ...error, message: texts(error.key, error.params) })),
    })),
  };
}

/** Path of the most specific record that was made: the subscriber, else the customer or the contact. */
function addressOf({ lines: [line] }: RunReport): string | undefined {
  const candidates = [
    ["subscribers", line?.created.subscriber],
    ["customers", line?.created.contract],
    ["customercontacts", line?.created.contract_contact],
  ] as const;
  const [path] = candidates.flatMap(([name, ids]) => (ids?.[0] === undefined ? [] : [itemPath(name, ids[0])]));
  return path;
}

/** Faults of a text; without any, also its sections for a row, in which records that are not made are empty. */
async function previewOf(text: string, lang: string, input: WireRecord): Promise<Record<string, unknown>> {
  const { model, faults } = await outlineTemplate(text);
  const { scripts = [], fields = [] } = model ?? {};
  const outline = { faults, scripts, fields, errors: [], sections: null };
  if (!model || faults.length > 0 || scripts.length > 0) return outline;
  const template = await prepareProvisioning({ template: text, lang });
  const { row, errors } = readRow(fields, input);
  const fill = async (part: Parameters<typeof template.fill>[0], values: LineValues): Promise<Json> => {
    const [filled] = await template.fill(part, [values]);
    if (!filled || "errors" in filled) throw validationFailed(filled?.errors ?? []);
    return filled.value;
  };
  const all = { row, now: new Date().toISOString() };
  const calculated = await fill("calculated", all);
  const computed = { ...all, row: { ...row, ...(isObject(calculated) ? calculated : {}) } };
  const sections: WireRecord = {};
  for (const name of template.sections) sections[name] = await fill(name, computed);
  return { ...outline, errors, sections };
}

/** Names in addresses become ids. */
function resolveNames(app: FastifyInstance, context: PlatformContext): void {
  app.addHook("preHandler", async (request) => {
    if (!request.routeOptions.url?.startsWith(item)) return;
    // The one parameter of these routes.
    const params = request.params as { id: string };
    if (/^\d+$/.test(params.id)) return;
    const actor = await context.actorOf(request);
    const id = await findTemplateId(context, actor, params.id);
    if (id === undefined) return;
    namedRequests.add(request);
    params.id = String(id);
  });
}

/** Requests that name their template. */
const namedRequests = new WeakSet<FastifyRequest>();

/** Finds a template by its id or name. Undefined if there is none. */
async function findTemplateId(context: PlatformContext, actor: Actor, path: string): Promise<number | undefined> {
  const slash = path.lastIndexOf("/");
  const plan = planOf(context.plans, resource);
  const rows = await selectRows<"provisioningtemplates">(context.db, plan, [
    byValue(plan, "name", path.slice(slash + 1)),
    ...visibleTo(plan, actor),
  ]);
  const ofOwner = (owner: number | null) => rows.find(({ reseller_id }) => reseller_id === owner)?.id;
  if (slash < 0) return ofOwner(null) ?? (actor.resellerId === null ? undefined : ofOwner(actor.resellerId));
  const resellers = planOf(context.plans, "resellers");
  const owners = await selectRows(context.db, resellers, [byValue(resellers, "name", path.slice(0, slash))]);
  const [found] = owners.flatMap(({ id }) => ofOwner(id) ?? []);
  if (found === undefined) throw notFound(resource, path.slice(0, 300));
  return found;
}

/**
 * The form of templates in answers: a YAML text, or an object if the template was named or with `format=object`; with
 * `format=yaml` and `format=json` a text of that language.
 */
function writeTemplates(app: FastifyInstance): void {
  const collection = `/api/${resource}/`;
  app.addHook("preSerialization", async (request, _reply, payload: unknown) => {
    const { url } = request.routeOptions;
    if (url !== item && url !== collection) return payload;
    const format = queryOf(request).get("format") ?? (namedRequests.has(request) ? "object" : "yaml");
    if (format !== "object" && format !== "json") return payload;
    return withForm(payload, format);
  });
}

function withForm(payload: unknown, format: "object" | "json"): unknown {
  if (!isObject(payload)) return payload;
  const embedded = payload._embedded;
  if (isObject(embedded)) {
    const lists = Object.entries(embedded).map(([rel, list]) => [
      rel,
      Array.isArray(list) ? list.map((record) => withForm(record, format)) : list,
    ]);
    return { ...payload, _embedded: Object.fromEntries(lists) };
  }
  if (typeof payload.template !== "string") return payload;
  const read = parsed(payload.template);
  return { ...payload, template: format === "json" ? JSON.stringify(read) : read };
}

/** Stored texts can be read. */
function parsed(text: string): unknown {
  return parse(text, { maxAliasCount: 100, stringKeys: true });
}
