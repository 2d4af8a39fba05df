import {
  type CreateResult,
  type DataProvider,
  type DeleteResult,
  type GetListParams,
  type GetListResult,
  type GetManyResult,
  type GetOneResult,
  HttpError,
  type Identifier,
  type RaRecord,
  type UpdateResult,
} from "react-admin";
import type { Json, ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { isSameId } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { readScalars } from "../../core/validation/normalizeRecord.ts";
import { summaries } from "../../generated/index.gen.ts";
import type { Extension } from "./extensions.ts";
import { getManyRecords } from "./getMany.ts";
import type { HttpRequest, HttpResponse, Query } from "./http.ts";
import { fromLegacyTable, type LegacyTableParams, toLegacyTableRequest } from "./legacyTable.ts";
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

export interface DataProviderParts {
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

export function buildDataProvider({ send, describe, isOffered, explain }: DataProviderParts): PanelDataProvider {
  /** A record with the types of its schema: real platforms answer some numbers as texts, and the other way round. */
  const withSchemaTypes = async (resource: string, record: PanelRecord) =>
    readScalars((await describe(resource)).fields, record);

  // Records from the wire have the type that react-admin's caller names: its result types leave that open.
  const list = async (resource: string, params: ListParams): Promise<GetListResult & { total: number }> => {
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
  };

  const read = async (resource: string, id: Identifier, expand?: readonly string[], signal?: AbortSignal) => {
    if (!summaries[resource]?.parent?.nested)
      return fromItem(resource, await send({ ...toItemRequest(resource, id, expand), signal }));
    // Its path needs the parent, which only the record names.
    const query = { id, rows: 1, no_count: 1, ...toExpand(expand ?? []) };
    const { data } = fromList(resource, await send({ path: collectionPath(resource), query, signal }));
    const record = data.find((candidate) => isSameId(candidate.id, id));
    if (!record) throw new HttpError("errors.not_found", 404, { params: { resource, id } });
    return record;
  };

  const patch = async (resource: string, id: Identifier, operations: readonly PatchOperation[], run?: string) => {
    const response = await send(withRunHeader(toPatchRequest(resource, id, operations), run));
    return withSchemaTypes(
      resource,
      response.body === undefined ? await read(resource, id) : fromItem(resource, response),
    );
  };

  const patchFields = async (
    resource: string,
    id: Identifier,
    values: Readonly<Record<string, Json>>,
    run?: string,
  ) => {
    const { fields } = await describe(resource);
    const operations = (op: PatchOperation["op"]) =>
      Object.entries(toWritten(fields, values)).map(
        ([field, value]): PatchOperation => ({ op, path: `/${field}`, value }),
      );
    try {
      return await patch(resource, id, operations("replace"), run);
    } catch (firstError) {
      // An empty field may be absent, and absent members cannot be replaced, only added.
      if (!isStatus(firstError, 422)) throw firstError;
      return patch(resource, id, operations("add"), run).catch((secondError) => {
        // The first response names the error if the platform does not accept "add" here.
        throw isStatus(secondError, 400) ? firstError : secondError;
      });
    }
  };

  /** Sends a record. The code for records with files is loaded on demand. */
  const write = async (
    resource: string,
    data: Partial<RaRecord>,
    toRequest: (data: Partial<RaRecord>) => HttpRequest,
  ): Promise<HttpResponse> => {
    const descriptor = await describe(resource);
    const request = toRequest(toWritten(descriptor.fields, data));
    // Streamed files have been sent already.
    const hasFiles = descriptor.fields.some(({ file }) => file && !file.streamed);
    try {
      return await send(hasFiles ? await (await import("./fileRequests.ts")).withFiles(descriptor, request) : request);
    } catch (error) {
      throw (await explain?.(resource, error).catch(() => error)) ?? error;
    }
  };

  const update = async (resource: string, id: Identifier, data: Partial<RaRecord>, previous?: Partial<RaRecord>) => {
    try {
      const etag = data._etag ?? previous?._etag;
      const response = await write(resource, data, (written) => toUpdateRequest(resource, id, written, etag));
      if (response.body === undefined) return { ...previous, ...data, id };
      return await withSchemaTypes(resource, fromItem(resource, response));
    } catch (error) {
      if (isStatus(error, 412)) throw new HttpError(conflictKey, 412, error.body);
      throw error;
    }
  };

  /** Other records to be made with it, without what the platform says of them. */
  const writtenParts = async ({ composite = [] }: ResourceDescriptor, data: Partial<RaRecord>) => {
    const parts = composite.filter(({ name }) => Array.isArray(data[name]) || isObject(data[name]));
    const written = parts.map(async ({ name, resource }) => {
      const { fields } = await describe(resource);
      const value: WireRecord | WireRecord[] = data[name];
      return [name, Array.isArray(value) ? value.map((item) => toWritten(fields, item)) : toWritten(fields, value)];
    });
    return Object.fromEntries(await Promise.all(written));
  };

  const create = async (resource: string, data: Partial<RaRecord>) => {
    const descriptor = await describe(resource);
    const parts = await writtenParts(descriptor, data);
    const isComposite = Object.keys(parts).length > 0;
    const response = await write(resource, { ...data, ...parts }, (written) =>
      toCreateRequest(resource, written, isComposite),
    );
    // An action leaves no record to read.
    if (descriptor.api.actionOnly) return { ...data, id: 0 };
    // Older platforms send an empty body; the record's computed fields are then worth a request.
    const created =
      response.body === undefined
        ? await read(resource, fromLocation(resource, response))
        : fromItem(resource, response);
    return readScalars(descriptor.fields, created);
  };

  const remove = async (resource: string, id: Identifier, run?: string) => {
    await send(withRunHeader(toRemoveRequest(await describe(resource), id), run));
  };

  const getPreferences = async (resource: string, id: Identifier, query: Query = {}): Promise<PreferenceRecord> =>
    fromItem(resource, await send({ ...toItemRequest(resource, id), query }));

  return {
    supportAbortSignal: true,
    getList: (resource: string, params: GetListParams) => list(resource, params),
    getManyReference: (
      resource: string,
      { target, id, filter, ...params }: ListParams & { target: string; id: Identifier },
    ) => list(resource, { ...params, filter: { ...filter, [target]: id } }),
    getOne: async (
      resource: string,
      params: { id: Identifier; meta?: { expand?: readonly string[] }; signal?: AbortSignal },
    ): Promise<GetOneResult> => ({
      data: await withSchemaTypes(resource, await read(resource, params.id, params.meta?.expand, params.signal)),
    }),
    getMany: async (
      resource: string,
      { ids, meta, signal }: { ids: Identifier[]; meta?: { expand?: readonly string[] }; signal?: AbortSignal },
    ): Promise<GetManyResult> => ({
      // Resources that refer to records show their titles.
      data: await getManyRecords({ send, read }, resource, ids, {
        expand: meta?.expand ?? titleExpand(resource),
        signal,
      }),
    }),
    create: async (resource: string, params: { data: Partial<RaRecord> }): Promise<CreateResult> => ({
      data: await create(resource, params.data),
    }),
    update: async (
      resource: string,
      params: { id: Identifier; data: Partial<RaRecord>; previousData?: Partial<RaRecord> },
    ): Promise<UpdateResult> => ({ data: await update(resource, params.id, params.data, params.previousData) }),
    updateMany: async (resource: string, params: { ids: Identifier[]; data: Record<string, Json> }) => {
      const operations = Object.entries(params.data).map(
        ([field, value]): PatchOperation => ({ op: "replace", path: `/${field}`, value }),
      );
      for (const id of params.ids) await patch(resource, id, operations);
      return { data: params.ids };
    },
    delete: async (
      resource: string,
      params: { id: Identifier; previousData?: RaRecord; meta?: { run?: string } },
    ): Promise<DeleteResult> => {
      await remove(resource, params.id, params.meta?.run);
      return { data: params.previousData ?? { id: params.id } };
    },
    deleteMany: async (resource: string, params: { ids: Identifier[] }) => {
      for (const id of params.ids) await remove(resource, id);
      return { data: params.ids };
    },
    count: async (resource: string) =>
      fromList(resource, await send({ path: collectionPath(resource), query: { page: 1, rows: 1 } })).total,
    sum: async (resource: string, { filter, signal }: Pick<ListParams, "filter" | "signal">) => {
      const pagination = { page: 1, perPage: 1 };
      const { path, query } = toListRequest(await describe(resource), { pagination, filter, signal });
      return fromSums(resource, await send({ path, query: { ...query, no_count: 1, sums: 1 }, signal }));
    },
    listLegacyTable: async (resource: string, path: string, params: LegacyTableParams) => {
      const table = (await describe(resource)).legacyTables.find((candidate) => candidate.path === path);
      if (!table) throw new Error(`${resource} declares no legacy table ${path}`);
      return fromLegacyTable(table, await send(toLegacyTableRequest(table, params)));
    },
    move: async (resource: string, id: Identifier, direction: "up" | "down") => {
      await send({ method: "POST", path: `${itemPath(resource, id)}/move`, body: { direction } });
    },
    clone: async (resource: string, id: Identifier, data: WireRecord) => {
      const response = await send({ method: "POST", path: `${itemPath(resource, id)}/clone`, body: data });
      return { data: await read(resource, fromLocation(resource, response)) };
    },
    patchField: async (resource: string, id: Identifier, field: string, value: Json): Promise<UpdateResult> => ({
      data: await patchFields(resource, id, { [field]: value }),
    }),
    patchFields: async (resource: string, id: Identifier, values: object, run?: string): Promise<UpdateResult> => ({
      data: await patchFields(resource, id, { ...values }, run),
    }),
    search: (text: string, params: SearchParams) => searchRecords({ send, describe, isOffered }, text, params),
    getPreferenceDefs: async (resource: string, lang: string, owner?: Identifier) =>
      fromPreferenceDefs(resource, await send(toPreferenceDefsRequest(resource, lang, owner))),
    getPreferences,
    setPreference: async (resource: string, id: Identifier, name: string, value: Json, query: Query = {}) => {
      const operation = toPreferenceOperation(name, value);
      try {
        const response = await send({ ...toPatchRequest(resource, id, [operation]), query });
        return response.body === undefined ? getPreferences(resource, id, query) : fromItem(resource, response);
      } catch (error) {
        // The preference is missing already, as requested.
        if (operation.op === "remove" && isStatus(error, 422)) return getPreferences(resource, id, query);
        throw error;
      }
    },
  };
}

/** A list declared to come from a legacy table does, unless filtered in a way that only REST supports. */
function toLegacyList(descriptor: ResourceDescriptor, params: ListParams) {
  const { legacyTable, searchFilter } = descriptor.list;
  const table = descriptor.legacyTables.find(({ path }) => path === legacyTable);
  const filters = Object.entries(params.filter ?? {}).filter(([, value]) => value !== "" && value !== undefined);
  const { page, perPage } = params.pagination ?? { page: 1, perPage: descriptor.list.perPage };
  if (!table || perPage < 1 || filters.some(([name]) => name !== searchFilter)) return undefined;
  const text = filters[0]?.[1];
  const legacyParams: LegacyTableParams = {
    page,
    perPage,
    sort: params.sort,
    search: text === undefined ? undefined : String(text),
    signal: params.signal,
  };
  return { table, params: legacyParams };
}

function isStatus(error: unknown, status: number): error is HttpError {
  return error instanceof HttpError && error.status === status;
}
