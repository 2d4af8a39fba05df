import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { ResourceDescriptor, Right, WireRecord } from "../../core/descriptor.ts";
import { notFound } from "../../core/errors.ts";
import { isObject } from "../../core/prepare.ts";
import type { PlatformContext } from "../context.ts";
import type { Reading, Row, Work } from "../entityHooks.ts";
import { requireBody } from "../http/body.ts";
import { assertMatches, etagOf } from "../http/etag.ts";
import { collectionPath, itemPath, toCollection, toItem } from "../http/hal.ts";
import { setPreferenceApplied, wantsRepresentation } from "../http/prefer.ts";
import { parseId, queryOf } from "../http/query.ts";
import { applyPatch, parsePatch } from "../operations/jsonPatch.ts";
import { listRecords } from "../operations/list.ts";
import { asRecord } from "../operations/writeInput.ts";
import { planOf } from "../plan/resourcePlan.ts";
import { changePreferences } from "./changePreferences.ts";
import { describeKind } from "./describeKind.ts";
import { preferenceFields } from "./preferenceFields.ts";
import { type PreferenceKind, preferenceKinds, valuesResource } from "./preferenceKind.ts";
import { type PreferenceValues, toValues, toWireRecord } from "./preferenceRecord.ts";
import { loadPreferences } from "./preferenceStore.ts";

type ItemRequest = FastifyRequest<{ Params: { id: string } }>;
/** What becomes of the values before a change: the wire form of all that shall be set afterwards. */
type Change = (current: WireRecord) => WireRecord;

/** Definitions and values of the preferences of every kind of owner. */
export function registerPreferenceRoutes(app: FastifyInstance, context: PlatformContext): void {
  for (const kind of preferenceKinds) registerKind(app, context, kind);
}

function registerKind(app: FastifyInstance, context: PlatformContext, kind: PreferenceKind): void {
  const resource = valuesResource(kind);
  const path = collectionPath(resource);
  const definitionsPath = collectionPath(`${kind.kind}preferencedefs`);
  const config = { fields: preferenceFields(kind) };

  app.get(definitionsPath, async (request) => {
    await actorWith(context, kind, request, "read");
    const language = queryOf(request).get("lang");
    return { _links: { self: { href: definitionsPath } }, ...describeKind(kind, language) };
  });

  app.get(path, async (request) => {
    const { actor } = await actorWith(context, kind, request, "read");
    const reading = context.readAs(actor);
    const query = queryOf(request);
    const ownersOnly = new Map([...query].filter(([name]) => name !== "expand"));
    const { plans, settings } = context;
    const plan = planOf(plans, kind.owner.resource);
    const page = await listRecords(reading, { plan, plans, query: ownersOnly, maxRows: settings.maxRows });
    const ids = page.records.map((record) => Number(record.id));
    const values = await valuesOf(reading, kind, ids);
    const records = ids.map((id, index) => toWireRecord(kind, id, values[index] ?? {}));
    return toCollection(resource, path, { ...page, records }, query);
  });

  app.get(`${path}:id`, async (request: ItemRequest, reply) => {
    const { actor } = await actorWith(context, kind, request, "read");
    const reading = context.readAs(actor);
    const owner = await ownerOf(context, reading, kind, request.params.id);
    const values = await valuesOfOne(reading, kind, owner.id);
    const file = queryOf(request).get("preference");
    if (file !== undefined) return sendFile(reply, resource, owner.id, file, values);
    reply.header("ETag", versionOf(values));
    return toItem(resource, toWireRecord(kind, owner.id, values), ownerLink(kind, owner.id));
  });

  app.put(`${path}:id`, { config }, (request: ItemRequest, reply) => {
    const body = asRecord(requireBody(request));
    return change(context, kind, request, reply, () => body);
  });

  app.patch(`${path}:id`, { config }, (request: ItemRequest, reply) => {
    const operations = parsePatch(requireBody(request), true);
    return change(context, kind, request, reply, (current) => keepNulls(applyPatch(current, operations), current));
  });
}

async function change(
  context: PlatformContext,
  kind: PreferenceKind,
  request: ItemRequest,
  reply: FastifyReply,
  toWanted: Change,
): Promise<unknown> {
  const { actor } = await actorWith(context, kind, request, "update");
  const result = await context.inTransaction(actor, async (work) => {
    const owner = await ownerOf(context, work, kind, request.params.id);
    await lockOwner(work, context, kind, owner.id);
    const before = await valuesOfOne(work, kind, owner.id);
    assertMatches(request.headers["if-match"], versionTag(before));
    await changePreferences(work, kind, owner, before, toWanted(toWireRecord(kind, owner.id, before)));
    return { id: owner.id, values: await valuesOfOne(work, kind, owner.id) };
  });
  reply.header("ETag", versionOf(result.values));
  if (!wantsRepresentation(request)) {
    setPreferenceApplied(reply, "minimal");
    return reply.code(204).send();
  }
  setPreferenceApplied(reply, "representation");
  return toItem(valuesResource(kind), toWireRecord(kind, result.id, result.values), ownerLink(kind, result.id));
}

/** On this wire a null in a patch leaves a preference as it is: only removing it removes it. */
function keepNulls(wanted: WireRecord, current: WireRecord): WireRecord {
  const entries = Object.entries(wanted).map(
    ([name, value]) => [name, value === null ? current[name] : value] as const,
  );
  return Object.fromEntries(entries);
}

/** The caller, if the role may do this with owners of the kind: preferences are part of their owner. */
async function actorWith(context: PlatformContext, kind: PreferenceKind, request: FastifyRequest, right: Right) {
  const actor = await context.actorOf(request);
  const descriptor: ResourceDescriptor = planOf(context.plans, kind.owner.resource).descriptor;
  context.assertCan(actor, descriptor, right);
  return { actor };
}

async function ownerOf(context: PlatformContext, reading: Reading, kind: PreferenceKind, text: string): Promise<Row> {
  const id = parseId(text);
  if (id === undefined) throw notFound(valuesResource(kind), text);
  return context.findVisible(reading, kind.owner.resource, id);
}

/** Two changes of one owner's preferences come one after the other. */
async function lockOwner(
  { db }: Work,
  { plans }: PlatformContext,
  { owner }: PreferenceKind,
  id: number,
): Promise<void> {
  const { table } = planOf(plans, owner.resource);
  await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db);
}

async function valuesOf({ db }: Pick<Reading, "db">, kind: PreferenceKind, ids: readonly number[]) {
  const stored = await loadPreferences(db, kind, ids);
  return toValues(
    db,
    kind,
    ids.map((id) => stored.get(id) ?? new Map()),
  );
}

async function valuesOfOne(reading: Pick<Reading, "db">, kind: PreferenceKind, id: number): Promise<PreferenceValues> {
  const [values] = await valuesOf(reading, kind, [id]);
  return values ?? {};
}

function ownerLink({ owner }: PreferenceKind, id: number) {
  return { [`ngcp:${owner.resource}`]: { href: itemPath(owner.resource, id) } };
}

function sendFile(reply: FastifyReply, resource: string, id: number, name: string, values: PreferenceValues) {
  const file = Object.hasOwn(values, name) ? values[name] : undefined;
  if (!isObject(file) || typeof file.data !== "string")
    throw notFound(resource, `${id}?preference=${name.slice(0, 80)}`);
  return reply
    .type(String(file.content_type))
    .header("Content-Disposition", `attachment; filename="${id}-${name}"`)
    .send(Buffer.from(file.data, "base64"));
}

/** Values have no counter of their own: their contents are the version. */
function versionTag(values: PreferenceValues): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 22);
}

function versionOf(values: PreferenceValues): string {
  return etagOf(versionTag(values));
}
