import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FieldDescriptor, FieldKind, WireRecord } from "../../core/schema/descriptor.ts";
import { idOf } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { textIn } from "../../core/schema/valueAt.ts";
import {
  isList,
  type PreferenceChild,
  type PreferenceKind,
  type PreferenceType,
  preferenceKinds,
  valuesResource,
} from "../../core/telephony/preferenceKind.ts";
import { setsAdminOnly } from "../../core/telephony/preferences.ts";
import { notFound } from "../../core/validation/errors.ts";
import { sourceLanguage } from "../../core/values/language.ts";
import { requireBody } from "../http/body.ts";
import { collectionPath, itemPath, type LinkedItem, type Relations, toCollection, toItem } from "../http/hal.ts";
import { asRecord } from "../http/jsonText.ts";
import { knownLanguage } from "../http/language/requestLanguage.ts";
import { serverTexts } from "../http/language/serverTexts.ts";
import {
  assertMatches,
  attachmentHeader,
  etagOf,
  type ItemRequest,
  isTruthyParam,
  parseId,
  type Query,
  queryOf,
  setPreferenceApplied,
  wantsRepresentation,
} from "../http/query.ts";
import { changePreferences } from "../preferences/changePreferences.ts";
import { withCustom, withCustomVisibleTo } from "../preferences/customPreferences.ts";
import { describeKind } from "../preferences/describeKind.ts";
import { loadValues, type PreferenceValues, toWireRecord } from "../preferences/preferenceRecord.ts";
import { assertReadsJournals } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";
import { loadEntry } from "../records/journal/entries.ts";
import {
  loadCurrentPreferences,
  preferenceRestoreEffect,
  restorablePreferences,
  restorePreferences,
} from "../records/journal/preferenceEntries.ts";
import { listJournal, readJournalEntry } from "../records/operations/journal.ts";
import { applyPatch, parsePatch } from "../records/operations/jsonPatch.ts";
import { listRecords } from "../records/operations/list.ts";
import {
  assertOwnersCan,
  findPreferenceChild,
  findPreferenceOwner,
  loadEffectiveValues,
  lockOwner,
  notTerminatedConditions,
  ownersPlan,
} from "../records/preferenceOwner.ts";
import { byId, selectRows } from "../records/query/selectRows.ts";
import type { ReadContext, Row } from "../resourceHooks.ts";
import { registerEntries } from "./journal.ts";
import { restoreOptionsOf, toRestoreResponse } from "./restore.ts";

/** Computes the wire form of all preferences after a change. */
type PreferenceTransform = (current: WireRecord) => WireRecord;

export function registerPreferenceRoutes(app: FastifyInstance, context: PlatformContext): void {
  for (const kind of preferenceKinds) registerKind(app, context, kind);
}

function registerKind(app: FastifyInstance, context: PlatformContext, kind: PreferenceKind): void {
  const resource = valuesResource(kind);
  const path = collectionPath(resource);
  const definitionsPath = collectionPath(`${kind.kind}preferencedefs`);
  const config = { fields: preferenceFields(kind), hasFiles: true };
  registerPreferencesJournal(app, context, kind);

  // `owner_id`: without it all own preferences that the caller may know of are listed, with it those of this owner.
  app.get(definitionsPath, async (request) => {
    const actor = await readerOf(context, kind, request);
    const query = queryOf(request);
    const language = knownLanguage(query.get("lang") ?? "") ?? sourceLanguage;
    const text = await serverTexts(language);
    const readContext = context.readAs(actor);
    const ownerId = query.get("owner_id");
    const all =
      ownerId === undefined
        ? await withCustomVisibleTo(readContext.db, kind, actor.resellerId)
        : await withCustom(readContext.db, kind, (await findPreferenceOwner(context, readContext, kind, ownerId)).id);
    const described = describeKind(all, { text, setsAdminOnly: setsAdminOnly(actor.role) });
    return { _links: { self: { href: definitionsPath } }, ...described };
  });

  app.get(path, async (request) => {
    const readContext = context.readAs(await readerOf(context, kind, request));
    const query = queryOf(request);
    const page = await listOwners(context, readContext, kind, query);
    const values = await loadValues(readContext.db, kind, page.records);
    const records = page.records.map((owner, index) => toWireRecord(kind, Number(idOf(owner)), values[index] ?? {}));
    return toCollection(resource, path, { ...page, records }, query, (record) => toLinked(kind, resource, record));
  });

  app.get(`${path}:id`, async (request: ItemRequest, reply) => {
    const readContext = context.readAs(await readerOf(context, kind, request));
    const owner = await findPreferenceOwner(context, readContext, kind, request.params.id);
    const query = queryOf(request);
    const child = await findPreferenceChild(context, readContext, kind, owner, query);
    const values = await valuesOfOne(readContext, kind, owner, child);
    const file = query.get("preference");
    if (file !== undefined) return sendPreferenceFile(reply, resource, owner.id, file, values);
    reply.header("ETag", versionOf(values));
    const item = toLinked(kind, resource, recordOf(kind, owner.id, values, child));
    if (!isTruthyParam(query, "effective")) return item;
    return { ...item, effective: await loadEffectiveValues(context, readContext, kind, owner, values) };
  });

  app.put(`${path}:id`, { config }, (request: ItemRequest, reply) => {
    const body = asRecord(requireBody(request));
    return change(context, kind, request, reply, () => body);
  });

  app.patch(`${path}:id`, { config }, (request: ItemRequest, reply) => {
    const operations = parsePatch(requireBody(request), true);
    return change(context, kind, request, reply, (current) =>
      keepNulls(kind, applyPatch(current, operations), current),
    );
  });
}

async function change(
  context: PlatformContext,
  kind: PreferenceKind,
  request: ItemRequest,
  reply: FastifyReply,
  toWanted: PreferenceTransform,
): Promise<unknown> {
  const actor = await context.actorOf(request);
  assertOwnersCan(context, actor, kind, "update");
  const result = await context.inTransaction(actor, async (unit) => {
    const { id } = await findPreferenceOwner(context, unit, kind, request.params.id);
    await lockOwner(unit, context, kind, id);
    const owner = await findPreferenceOwner(context, unit, kind, request.params.id);
    const child = await findPreferenceChild(context, unit, kind, owner, queryOf(request));
    const before = await valuesOfOne(unit, kind, owner, child);
    assertMatches(request.headers["if-match"], versionTag(before));
    await changePreferences(unit, kind, owner, before, toWanted(toWireRecord(kind, id, before)), child);
    const after = (await unit.load(kind.owner.resource, id)) ?? owner;
    const values = await valuesOfOne(unit, kind, after, child);
    return { id, values, record: recordOf(kind, id, values, child) };
  });
  reply.header("ETag", versionOf(result.values));
  if (!wantsRepresentation(request)) {
    setPreferenceApplied(reply, "minimal");
    return reply.code(204).send();
  }
  setPreferenceApplied(reply, "representation");
  return toLinked(kind, valuesResource(kind), result.record);
}

/** On this wire a null in a patch keeps a preference, unless it is a field of the owner. */
function keepNulls({ preferences }: PreferenceKind, patched: WireRecord, current: WireRecord): WireRecord {
  const fields = new Set(preferences.filter(({ field }) => field).map(({ attribute }) => attribute));
  const entries = Object.entries(patched).map(
    ([name, value]) => [name, value === null && !fields.has(name) ? current[name] : value] as const,
  );
  return Object.fromEntries(entries);
}

/** The bytes of a preference that holds a file (`?preference=`); 404 where there are none. */
export function sendPreferenceFile(
  reply: FastifyReply,
  resource: string,
  id: number,
  name: string,
  values: PreferenceValues,
): FastifyReply {
  const file = Object.hasOwn(values, name) ? values[name] : undefined;
  if (!isObject(file) || typeof file.data !== "string")
    throw notFound(resource, `${id}?preference=${name.slice(0, 80)}`);
  return reply
    .type(textIn(file, "content_type"))
    .header("Content-Disposition", attachmentHeader(`${id}-${name}`))
    .send(Buffer.from(file.data, "base64"));
}

/** A page of the owners whose preferences are listed. */
export function listOwners(context: PlatformContext, readContext: ReadContext, kind: PreferenceKind, query: Query) {
  return listRecords(readContext, {
    plan: ownersPlan(context, kind),
    plans: context.plans,
    query: new Map([...query].filter(([name]) => name !== "expand")),
    maxRows: context.settings.maxRows,
    conditions: notTerminatedConditions(context, kind),
  });
}

async function readerOf(context: PlatformContext, kind: PreferenceKind, request: FastifyRequest) {
  const actor = await context.actorOf(request);
  assertOwnersCan(context, actor, kind, "read");
  return actor;
}

async function valuesOfOne(
  { db }: Pick<ReadContext, "db">,
  kind: PreferenceKind,
  owner: Row,
  child?: PreferenceChild,
): Promise<PreferenceValues> {
  const [values] = await loadValues(db, child?.kind ?? kind, [child ? { id: child.id } : owner]);
  return values ?? {};
}

function recordOf(kind: PreferenceKind, id: number, values: PreferenceValues, child?: PreferenceChild): WireRecord {
  return {
    ...toWireRecord(kind, id, values),
    ...(child ? { [child.parameter]: child.id } : {}),
  };
}

/** The preferences of an owner below `resource`, with links to it and to their journal. */
function toLinked(kind: PreferenceKind, resource: string, record: WireRecord): LinkedItem {
  const id = idOf(record);
  const journal = [{ href: `${itemPath(resource, id)}/journal/` }];
  return toItem(resource, record, { ...ownerLink(kind, id), "ngcp:journal": journal });
}

export function ownerLink({ owner }: PreferenceKind, id: number | string): Relations {
  return { [`ngcp:${owner.resource}`]: [{ href: itemPath(owner.resource, id) }] };
}

/** Values have no version counter: their contents are the version. */
function versionTag(values: PreferenceValues): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 32);
}

function versionOf(values: PreferenceValues): string {
  return etagOf(versionTag(values));
}

const KIND_OF_TYPE: Readonly<Record<PreferenceType, FieldKind>> = {
  string: "text",
  int: "integer",
  boolean: "boolean",
  enum: "enum",
  blob: "object",
};

/** Preferences as fields of a record, for error messages that show the input. */
function preferenceFields({ preferences }: PreferenceKind): readonly FieldDescriptor[] {
  return preferences.map((definition) => ({
    name: definition.attribute,
    kind: isList(definition) ? "tags" : KIND_OF_TYPE[definition.data_type],
    required: false,
    secret: definition.secret,
  }));
}

type OfEntry = FastifyRequest<{ Params: { id: string; entry: string } }>;

/** The journal of the preferences of a kind of owners, and what restores them. */
function registerPreferencesJournal(app: FastifyInstance, context: PlatformContext, kind: PreferenceKind): void {
  const plan = ownersPlan(context, kind);
  const resource = valuesResource(kind);
  const journal = `${itemPath(resource, ":id")}/journal`;
  const readsJournal = async (request: FastifyRequest) => {
    const actor = await readerOf(context, kind, request);
    assertReadsJournals(actor);
    return actor;
  };

  registerEntries(app, context, {
    resource,
    readerOf: readsJournal,
    idOf: parseId,
    list: async (context, id, paging) => {
      const page = await listJournal(context, plan, id, paging, resource);
      const [row] = id === undefined ? [] : await selectRows(context.db, plan, [byId([id]), ...plan.own]);
      const now = row && (await loadCurrentPreferences(context, kind, [row])).get(row.id);
      const records = page.records.map((entry) => ({
        ...entry,
        ...preferenceRestoreEffect(plan, context.actor, entry, { row, now }),
      }));
      return { ...page, records };
    },
    read: (context, id, entry) => readJournalEntry(context, plan, id, entry, resource),
  });

  app.get(`${journal}/:entry/restore`, async (request: OfEntry) => {
    const actor = await readsJournal(request);
    const readContext = context.readAs(actor);
    const owner = await findPreferenceOwner(context, readContext, kind, request.params.id);
    const entry = await loadEntry(readContext, plan, owner.id, parseId(request.params.entry), resource);
    const now = (await loadCurrentPreferences(readContext, kind, [owner])).get(owner.id);
    if (!now) throw notFound(resource, request.params.id);
    return { ends: false, records: [], ...toRestoreResponse(restorablePreferences(actor, entry, now)) };
  });

  app.post(`${journal}/:entry/restore`, async (request: OfEntry) => {
    const actor = await readsJournal(request);
    assertOwnersCan(context, actor, kind, "update");
    const wish = restoreOptionsOf(request);
    return context.inTransaction(actor, async (unit) => {
      const { id } = await findPreferenceOwner(context, unit, kind, request.params.id);
      await lockOwner(unit, context, kind, id);
      const owner = await findPreferenceOwner(context, unit, kind, request.params.id);
      const entry = await loadEntry(unit, plan, id, parseId(request.params.entry), resource);
      const skipped = await restorePreferences(unit, kind, owner, entry, wish);
      return { entry: entry.id, records: 1, left: skipped.map((value) => ({ resource, id, ...value })) };
    });
  });
}
