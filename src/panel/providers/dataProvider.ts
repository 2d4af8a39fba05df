import {
  type CreateParams,
  type CreateResult,
  type DataProvider,
  type DeleteManyParams,
  type DeleteParams,
  type DeleteResult,
  type GetListResult,
  type GetManyParams,
  type GetManyReferenceParams,
  type GetManyResult,
  type GetOneParams,
  type GetOneResult,
  HttpError,
  type Identifier,
  type RaRecord,
  type UpdateManyParams,
  type UpdateParams,
  type UpdateResult,
} from "react-admin";
import type { Json, ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { isSameId } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { readScalars } from "../../core/validation/normalizeRecord.ts";
import { summaries } from "../../generated/index.gen.ts";
import { hasStatus } from "./errors.ts";
import type { Extension } from "./extensions.ts";
import type { HttpRequest, HttpResponse, Query } from "./http.ts";
import { fromLegacyTable, type LegacyTableParams, toLegacyList, toLegacyTableRequest } from "./legacyTable.ts";
import { toListRequest } from "./listRequest.ts";
import {
  fromPreferenceDefs,
  type PreferenceDef,
  type PreferenceRecord,
  toPreferenceDefsRequest,
  toPreferenceOperation,
} from "./preferences.ts";
import {
  collectionPath,
  fromItem,
  fromList,
  fromLocation,
  fromSums,
  itemPath,
  type ListParams,
  type PanelRecord,
  type PatchOperation,
  type RecordOf,
  toCreateRequest,
  toExpand,
  toItemRequest,
  toPatchRequest,
  toRemoveRequest,
  toUpdateRequest,
  toWritten,
  type UpdateOf,
  type ValueOf,
  withRunHeader,
} from "./rest.ts";
import { type FoundRecord, type SearchParams, searchRecords } from "./search.ts";
import { titleExpand } from "./summaries.ts";

/** The panel's requests to a platform: react-admin's methods and a few of its own. */
export interface PanelDataProvider extends DataProvider {
  /** A page of a legacy table, by its path (`/reseller/ajax_contract`). The resource is the one that declares it. */
  listLegacyTable(
    resource: string,
    path: string,
    params: LegacyTableParams,
  ): Promise<{ data: PanelRecord[]; total: number }>;
  /** Counts the records of a resource that the user can see. Needs only the resource's name. */
  count(resource: string): Promise<number>;
  /** The sums of a list's fields over all records that its filters match. */
  sum(resource: string, params: Pick<ListParams, "filter" | "signal">): Promise<WireRecord>;
  /** Moves a row one place among its siblings, where the platform can; a no-op at either end. */
  move(resource: string, id: Identifier, direction: "up" | "down"): Promise<void>;
  /** Copies a record with everything it owns, where the platform can; `data` overrides values of the copy. */
  clone(resource: string, id: Identifier, data: WireRecord): Promise<{ data: PanelRecord }>;
  /** Does what a schema calls an action of the record. Resolves to what is then known of it. */
  act(resource: string, id: Identifier, action: string, input: WireRecord): Promise<{ data: PanelRecord }>;
  /** Patches one field of a record. Resolves to what is then known of the record. */
  patchField<R extends string, Field extends keyof UpdateOf<R> & string>(
    resource: R,
    id: Identifier,
    field: Field,
    value: ValueOf<R, Field>,
  ): Promise<{ data: RecordOf<R> }>;
  /** Patches several fields in one request. */
  patchFields<R extends string>(
    resource: R,
    id: Identifier,
    values: Readonly<Partial<UpdateOf<R>>>,
    run?: string,
  ): Promise<{ data: RecordOf<R> }>;
  /** Records of several resources at once that have a text in what people look for them by. */
  search(text: string, params: SearchParams): Promise<FoundRecord[]>;
  getPreferenceDefs(resource: string, lang: string, owner?: Identifier): Promise<PreferenceDef[]>;
  /** `id` is the owner's: the domain's, the subscriber's. */
  /** `query` may name a child of the owner with values of its own. */
  getPreferences(resource: string, id: Identifier, query?: Query): Promise<PreferenceRecord>;
  /** Null, "", false and [] unset it. Resolves to all values after the change. */
  setPreference(resource: string, id: Identifier, name: string, value: Json, query?: Query): Promise<PreferenceRecord>;
}

/** Shared by all requests. */
export interface RestContext {
  /** Performs a request; rejects with an HttpError. */
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
  readonly describe: (resource: string) => Promise<ResourceDescriptor>;
  /** Whether the platform has this extension. */
  readonly isOffered: (extension: Extension) => boolean;
  /** Adds the texts of field errors, as react-admin's forms show them, to the error of a refused record. */
  readonly explain?: (resource: string, error: unknown) => Promise<unknown>;
}

/** Shown when someone else saved the record since it was read. */
export const conflictKey = "errors.stale_record";

/** The methods by name; each is one of the functions below. */
export function buildDataProvider(context: RestContext): PanelDataProvider {
  const bind =
    <Args extends unknown[], Result>(method: (context: RestContext, ...args: Args) => Result) =>
    (...args: Args) =>
      method(context, ...args);
  return {
    supportAbortSignal: true,
    getList: bind(getList),
    getManyReference: bind(getManyReference),
    getOne: bind(getOne),
    getMany: bind(getMany),
    create: bind(create),
    update: bind(update),
    updateMany: bind(updateMany),
    delete: bind(deleteOne),
    deleteMany: bind(deleteMany),
    count: bind(count),
    sum: bind(sum),
    listLegacyTable: bind(listLegacyTable),
    move: bind(move),
    clone: bind(clone),
    act: bind(act),
    patchField: bind(patchField),
    patchFields: bind(patchFields),
    search: bind(searchRecords),
    getPreferenceDefs: bind(getPreferenceDefs),
    getPreferences: bind(getPreferences),
    setPreference: bind(setPreference),
  };
}

// Records from the wire have the type that react-admin's caller names: its result types leave that open.
async function getList({ send, describe }: RestContext, resource: string, params: ListParams): Promise<GetListResult> {
  const descriptor = await describe(resource);
  const legacy = toLegacyList(descriptor, params);
  if (legacy) return fromLegacyTable(legacy.table, await send(toLegacyTableRequest(legacy.table, legacy.params)));
  const page = fromList(resource, await send(toListRequest(descriptor, params)));
  const { fields, discriminator } = descriptor;
  const data = page.data.map((record) => readScalars(fields, record));
  // Rows need ids of their own where those of several resources meet.
  return {
    ...page,
    data: discriminator
      ? data.map((record) => ({ ...record, id: `${record[discriminator.propertyName]}-${record.id}` }))
      : data,
  };
}

function getManyReference(context: RestContext, resource: string, { target, id, ...params }: GetManyReferenceParams) {
  return getList(context, resource, { ...params, filter: { ...params.filter, [target]: id } });
}

async function getOne(context: RestContext, resource: string, params: GetOneParams): Promise<GetOneResult> {
  return { data: await withSchemaTypes(context, resource, await read(context, resource, params)) };
}

/** A record as the platform sends it. */
async function read({ send }: RestContext, resource: string, { id, meta, signal }: GetOneParams) {
  const expand: readonly string[] = meta?.expand ?? [];
  if (!summaries[resource]?.parent?.nested)
    return fromItem(resource, await send({ ...toItemRequest(resource, id, expand), signal }));
  // Its path needs the parent, which only the record names.
  const query = { id, rows: 1, no_count: 1, ...toExpand(expand) };
  const { data } = fromList(resource, await send({ path: collectionPath(resource), query, signal }));
  const record = data.find((candidate) => isSameId(candidate.id, id));
  if (!record) throw new HttpError("errors.not_found", 404, { params: { resource, id } });
  return record;
}

/** A record with the types of its schema: real platforms answer some numbers as texts, and the other way round. */
async function withSchemaTypes({ describe }: RestContext, resource: string, record: PanelRecord) {
  return readScalars((await describe(resource)).fields, record);
}

/** Resources whose platform has ignored a list of ids. */
const withoutIdFilter = new Set<string>();

/**
 * Several records: in one request where the platform filters by a list of ids, otherwise one by one. Platforms without
 * the filter return unrelated rows, which is how they are detected. Missing and unreadable records are left out.
 */
async function getMany(context: RestContext, resource: string, params: GetManyParams): Promise<GetManyResult> {
  const { ids, meta, signal } = params;
  // Resources that refer to records show their titles.
  const expand: readonly string[] = meta?.expand ?? titleExpand(resource);
  const requestedIds = new Set(ids.map(String));
  const records = new Map<string, PanelRecord>();
  if (requestedIds.size > 1 && !withoutIdFilter.has(resource)) {
    const query = { id: [...requestedIds].join(","), rows: requestedIds.size, no_count: 1, ...toExpand(expand) };
    const { data } = fromList(resource, await context.send({ path: collectionPath(resource), query, signal }));
    if (data.some(({ id }) => !requestedIds.has(id.toString()))) withoutIdFilter.add(resource);
    for (const record of data) if (requestedIds.has(record.id.toString())) records.set(record.id.toString(), record);
    if (!withoutIdFilter.has(resource)) return { data: [...records.values()] };
  }
  const missing = [...requestedIds].filter((id) => !records.has(id));
  const readOne = (id: string) =>
    read(context, resource, { id, meta: { expand }, signal }).catch((error: unknown) => {
      if (hasStatus(error, 403) || hasStatus(error, 404)) return undefined;
      throw error;
    });
  for (const record of await Promise.all(missing.map(readOne))) if (record) records.set(record.id.toString(), record);
  return { data: [...records.values()] };
}

async function create(context: RestContext, resource: string, { data }: CreateParams): Promise<CreateResult> {
  const descriptor = await context.describe(resource);
  const parts = await writtenParts(context, descriptor, data);
  const isComposite = Object.keys(parts).length > 0;
  const response = await write(context, resource, { ...data, ...parts }, (written) =>
    toCreateRequest(resource, written, isComposite),
  );
  // An action leaves no record to read.
  if (descriptor.api.actionOnly) return { data: { ...data, id: 0 } };
  // Older platforms send an empty body; the record's computed fields are then worth a request.
  const created =
    response.body === undefined
      ? await read(context, resource, { id: fromLocation(resource, response) })
      : fromItem(resource, response);
  return { data: readScalars(descriptor.fields, created) };
}

/** Other records to be made with it, without what the platform says of them. */
async function writtenParts(
  { describe }: RestContext,
  { composite = [] }: ResourceDescriptor,
  data: CreateParams["data"],
) {
  const parts = composite.filter(({ name }) => Array.isArray(data[name]) || isObject(data[name]));
  const written = parts.map(async ({ name, resource }) => {
    const { fields } = await describe(resource);
    const value: WireRecord | WireRecord[] = data[name];
    return [name, Array.isArray(value) ? value.map((item) => toWritten(fields, item)) : toWritten(fields, value)];
  });
  return Object.fromEntries(await Promise.all(written));
}

/** Sends a record. The code for records with files is loaded on demand. */
async function write(
  { send, describe, explain }: RestContext,
  resource: string,
  data: Partial<RaRecord>,
  toRequest: (data: Partial<RaRecord>) => HttpRequest,
): Promise<HttpResponse> {
  const descriptor = await describe(resource);
  const request = toRequest(toWritten(descriptor.fields, data));
  // Streamed files have been sent already.
  const hasFiles = descriptor.fields.some(({ file }) => file && !file.streamed);
  try {
    return await send(hasFiles ? await (await import("./fileRequests.ts")).withFiles(descriptor, request) : request);
  } catch (error) {
    throw (await explain?.(resource, error).catch(() => error)) ?? error;
  }
}

async function update(context: RestContext, resource: string, params: UpdateParams): Promise<UpdateResult> {
  const { id, data, previousData } = params;
  try {
    const etag = data._etag ?? previousData?._etag;
    const response = await write(context, resource, data, (written) => toUpdateRequest(resource, id, written, etag));
    if (response.body === undefined) return { data: { ...previousData, ...data, id } };
    return { data: await withSchemaTypes(context, resource, fromItem(resource, response)) };
  } catch (error) {
    if (hasStatus(error, 412)) throw new HttpError(conflictKey, 412, error.body);
    throw error;
  }
}

async function updateMany(context: RestContext, resource: string, { ids, data }: UpdateManyParams) {
  const operations = toOperations("replace", data);
  for (const id of ids) await patch(context, resource, id, operations);
  return { data: ids };
}

function toOperations(op: PatchOperation["op"], values: Readonly<Record<string, Json>>): PatchOperation[] {
  return Object.entries(values).map(([field, value]) => ({ op, path: `/${field}`, value }));
}

async function patch(
  context: RestContext,
  resource: string,
  id: Identifier,
  operations: readonly PatchOperation[],
  run?: string,
) {
  const response = await context.send(withRunHeader(toPatchRequest(resource, id, operations), run));
  const record = response.body === undefined ? await read(context, resource, { id }) : fromItem(resource, response);
  return withSchemaTypes(context, resource, record);
}

async function deleteOne(context: RestContext, resource: string, params: DeleteParams): Promise<DeleteResult> {
  const { id, previousData = { id }, meta } = params;
  const { send, describe } = context;
  await send(withRunHeader(toRemoveRequest(await describe(resource), id), meta?.run));
  return { data: previousData };
}

async function deleteMany(context: RestContext, resource: string, { ids }: DeleteManyParams) {
  for (const id of ids) await deleteOne(context, resource, { id });
  return { data: ids };
}

async function count({ send }: RestContext, resource: string): Promise<number> {
  return fromList(resource, await send({ path: collectionPath(resource), query: { page: 1, rows: 1 } })).total;
}

async function sum({ send, describe }: RestContext, resource: string, { filter, signal }: ListParams) {
  const pagination = { page: 1, perPage: 1 };
  const { path, query } = toListRequest(await describe(resource), { pagination, filter, signal });
  return fromSums(resource, await send({ path, query: { ...query, no_count: 1, sums: 1 }, signal }));
}

async function listLegacyTable(context: RestContext, resource: string, path: string, params: LegacyTableParams) {
  const { legacyTables } = await context.describe(resource);
  const table = legacyTables.find((candidate) => candidate.path === path);
  if (!table) throw new Error(`${resource} declares no legacy table ${path}`);
  return fromLegacyTable(table, await context.send(toLegacyTableRequest(table, params)));
}

async function move({ send }: RestContext, resource: string, id: Identifier, direction: "up" | "down") {
  await send({ method: "POST", path: `${itemPath(resource, id)}/move`, body: { direction } });
}

async function clone(context: RestContext, resource: string, id: Identifier, data: WireRecord) {
  const response = await context.send({ method: "POST", path: `${itemPath(resource, id)}/clone`, body: data });
  return { data: await read(context, resource, { id: fromLocation(resource, response) }) };
}

async function act(context: RestContext, resource: string, id: Identifier, action: string, input: WireRecord) {
  const body = toWritten((await context.describe(resource)).fields, { ...input });
  await context.send({ method: "POST", path: `${itemPath(resource, id)}/actions/${action}`, body });
  return { data: await read(context, resource, { id }) };
}

function patchField(context: RestContext, resource: string, id: Identifier, field: string, value: Json) {
  return patchFields(context, resource, id, { [field]: value });
}

async function patchFields(
  context: RestContext,
  resource: string,
  id: Identifier,
  values: object,
  run?: string,
): Promise<UpdateResult> {
  const written = toWritten((await context.describe(resource)).fields, { ...values });
  const patchAll = (op: PatchOperation["op"]) => patch(context, resource, id, toOperations(op, written), run);
  try {
    return { data: await patchAll("replace") };
  } catch (firstError) {
    // An empty field may be absent, and absent members cannot be replaced, only added.
    if (!hasStatus(firstError, 422)) throw firstError;
    const data = await patchAll("add").catch((secondError) => {
      // The first response names the error if the platform does not accept "add" here.
      throw hasStatus(secondError, 400) ? firstError : secondError;
    });
    return { data };
  }
}

async function getPreferenceDefs({ send }: RestContext, resource: string, lang: string, owner?: Identifier) {
  return fromPreferenceDefs(resource, await send(toPreferenceDefsRequest(resource, lang, owner)));
}

async function getPreferences({ send }: RestContext, resource: string, id: Identifier, query: Query = {}) {
  return fromItem(resource, await send({ ...toItemRequest(resource, id), query }));
}

async function setPreference(
  context: RestContext,
  resource: string,
  id: Identifier,
  name: string,
  value: Json,
  query: Query = {},
): Promise<PreferenceRecord> {
  const operation = toPreferenceOperation(name, value);
  try {
    const response = await context.send({ ...toPatchRequest(resource, id, [operation]), query });
    return response.body === undefined ? getPreferences(context, resource, id, query) : fromItem(resource, response);
  } catch (error) {
    // The preference is missing already, as requested.
    if (operation.op === "remove" && hasStatus(error, 422)) return getPreferences(context, resource, id, query);
    throw error;
  }
}
