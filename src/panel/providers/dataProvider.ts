import { type DataProvider, type GetListParams, HttpError, type Identifier, type RaRecord } from "ra-core";
import type { Json, ResourceDescriptor } from "../../core/descriptor.ts";
import { cloneRecord } from "./clone.ts";
import type { Extension } from "./extensions.ts";
import type { HttpAnswer, HttpRequest, Query } from "./http.ts";
import { fromLegacyTable, type LegacyTableParams, toLegacyTableRequest } from "./legacyTable.ts";
import { getManyRecords } from "./many.ts";
import { planMove } from "./ordering.ts";
import {
  fromPreferenceDefs,
  type PreferenceDef,
  type PreferenceValues,
  toPreferenceDefsRequest,
  toPreferenceOperation,
} from "./preferences.ts";
import {
  collectionPath,
  fromItem,
  fromList,
  fromLocation,
  itemPath,
  type ListParams,
  type PanelRecord,
  type PatchOperation,
  toCreateRequest,
  toItemRequest,
  toListRequest,
  toPatchRequest,
  toRemoveRequest,
  toUpdateRequest,
} from "./rest.ts";
import { type FoundRecord, type SearchParams, searchRecords } from "./search.ts";

/** What the panel asks of a platform: react-admin's methods and the few that it has no word for. */
export interface PanelDataProvider extends DataProvider {
  /** A page of an older table, by its path (`/reseller/ajax_contract`). The resource is the one that declares it. */
  listLegacyTable(
    resource: string,
    path: string,
    params: LegacyTableParams,
  ): Promise<{ data: PanelRecord[]; total: number }>;
  /** How many records of a resource the person can see. Needs nothing of the resource but its name. */
  count(resource: string): Promise<number>;
  /** Moves a row one place among its siblings; nothing happens at either end. */
  move(resource: string, id: Identifier, direction: "up" | "down"): Promise<void>;
  /** Copies a record with everything it owns, under a name made from the original's. */
  clone(resource: string, id: Identifier): Promise<{ data: PanelRecord }>;
  /** Changes one field of a record and leaves the others alone. Resolves to what is known of the record then. */
  patchField(resource: string, id: Identifier, field: string, value: Json): Promise<{ data: PanelRecord }>;
  /** The same with several fields at once, in one request. */
  patchFields(resource: string, id: Identifier, values: Readonly<Record<string, Json>>): Promise<{ data: PanelRecord }>;
  /** Records of several resources at once that begin like a text. */
  search(text: string, params: SearchParams): Promise<FoundRecord[]>;
  getPreferenceDefs(resource: string, lang: string): Promise<PreferenceDef[]>;
  /** `id` is the owner's: the domain's, the subscriber's. */
  /** `query` may name a record below the owner that has values of its own. */
  getPreferences(resource: string, id: Identifier, query?: Query): Promise<PreferenceValues>;
  /** Null, "", false and [] unset it. Resolves to all values after the change. */
  setPreference(resource: string, id: Identifier, name: string, value: Json, query?: Query): Promise<PreferenceValues>;
}

export interface DataProviderParts {
  /** Performs a request; rejects with an HttpError. */
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly describe: (resource: string) => Promise<ResourceDescriptor>;
  /** Whether the platform does this itself, in one transaction; else it is made of plain requests. */
  readonly isOffered: (extension: Extension) => boolean;
}

/** Shown when someone else saved the record since it was read. */
export const conflictKey = "errors.stale_record";

export function buildDataProvider({ send, describe, isOffered }: DataProviderParts): PanelDataProvider {
  const list = async (resource: string, params: ListParams) => {
    const descriptor = await describe(resource);
    const legacy = toLegacyList(descriptor, params);
    if (legacy) return fromLegacyTable(legacy.table, await send(toLegacyTableRequest(legacy.table, legacy.params)));
    return fromList(resource, await send(toListRequest(descriptor, params)));
  };

  const read = async (resource: string, id: Identifier, expand?: readonly string[], signal?: AbortSignal) =>
    fromItem(resource, await send({ ...toItemRequest(resource, id, expand), signal }));

  const patch = async (resource: string, id: Identifier, operations: readonly PatchOperation[]) => {
    const answer = await send(toPatchRequest(resource, id, operations));
    return answer.body === undefined ? read(resource, id) : fromItem(resource, answer);
  };

  const patchFields = async (resource: string, id: Identifier, values: Readonly<Record<string, Json>>) => {
    const operations = (op: PatchOperation["op"]) =>
      Object.entries(values).map(([field, value]): PatchOperation => ({ op, path: `/${field}`, value }));
    try {
      return await patch(resource, id, operations("replace"));
    } catch (refusal) {
      // A field without a value may be absent, and what is absent can not be replaced, only added.
      if (!isStatus(refusal, 422)) throw refusal;
      return patch(resource, id, operations("add")).catch((second) => {
        // Where the platform takes no "add" here, its first answer is the one that says what is wrong.
        throw isStatus(second, 400) ? refusal : second;
      });
    }
  };

  /** What only records with files need is loaded with the first of them. */
  const withFilesOf = async (resource: string, request: HttpRequest) => {
    const descriptor = await describe(resource);
    return descriptor.fields.some(({ file }) => file)
      ? (await import("./fileRequests.ts")).withFiles(descriptor, request)
      : request;
  };

  const update = async (resource: string, id: Identifier, data: Partial<RaRecord>, previous?: Partial<RaRecord>) => {
    try {
      const request = toUpdateRequest(resource, id, data, data._etag ?? previous?._etag);
      const answer = await send(await withFilesOf(resource, request));
      return answer.body === undefined ? ({ ...previous, ...data, id } as PanelRecord) : fromItem(resource, answer);
    } catch (refusal) {
      if (isStatus(refusal, 412)) throw new HttpError(conflictKey, 412, refusal.body);
      throw refusal;
    }
  };

  const create = async (resource: string, data: Partial<RaRecord>) => {
    const answer = await send(await withFilesOf(resource, toCreateRequest(resource, data)));
    // Older platforms send an empty body; the record's computed fields are then worth a request.
    return answer.body === undefined ? read(resource, fromLocation(resource, answer)) : fromItem(resource, answer);
  };

  const remove = async (resource: string, id: Identifier) => {
    await send(toRemoveRequest(await describe(resource), id));
  };

  const getPreferences = async (resource: string, id: Identifier, query: Query = {}): Promise<PreferenceValues> =>
    fromItem(resource, await send({ ...toItemRequest(resource, id), query }));

  // react-admin lets the caller name the record type and trusts the provider; so the result is cast once, here.
  const provider = {
    supportAbortSignal: true,
    getList: (resource: string, params: GetListParams) => list(resource, params),
    getManyReference: (
      resource: string,
      { target, id, filter, ...params }: ListParams & { target: string; id: Identifier },
    ) => list(resource, { ...params, filter: { ...filter, [target]: id } }),
    getOne: async (
      resource: string,
      params: { id: Identifier; meta?: { expand?: readonly string[] }; signal?: AbortSignal },
    ) => ({ data: await read(resource, params.id, params.meta?.expand, params.signal) }),
    getMany: async (resource: string, params: { ids: Identifier[]; signal?: AbortSignal }) => ({
      data: await getManyRecords({ send, read }, resource, params.ids, params.signal),
    }),
    create: async (resource: string, params: { data: Partial<RaRecord> }) => ({
      data: await create(resource, params.data),
    }),
    update: async (
      resource: string,
      params: { id: Identifier; data: Partial<RaRecord>; previousData?: Partial<RaRecord> },
    ) => ({ data: await update(resource, params.id, params.data, params.previousData) }),
    updateMany: async (resource: string, params: { ids: Identifier[]; data: Record<string, Json> }) => {
      const operations = Object.entries(params.data).map(
        ([field, value]): PatchOperation => ({ op: "replace", path: `/${field}`, value }),
      );
      for (const id of params.ids) await patch(resource, id, operations);
      return { data: params.ids };
    },
    delete: async (resource: string, params: { id: Identifier; previousData?: RaRecord }) => {
      await remove(resource, params.id);
      return { data: params.previousData ?? { id: params.id } };
    },
    deleteMany: async (resource: string, params: { ids: Identifier[] }) => {
      for (const id of params.ids) await remove(resource, id);
      return { data: params.ids };
    },
    count: async (resource: string) =>
      fromList(resource, await send({ path: collectionPath(resource), query: { page: 1, rows: 1 } })).total,
    listLegacyTable: async (resource: string, path: string, params: LegacyTableParams) => {
      const table = (await describe(resource)).legacyTables.find((known) => known.path === path);
      if (!table) throw new Error(`${resource} declares no legacy table ${path}`);
      return fromLegacyTable(table, await send(toLegacyTableRequest(table, params)));
    },
    move: async (resource: string, id: Identifier, direction: "up" | "down") => {
      const { order } = await describe(resource);
      if (!order) throw new Error(`${resource} has no order`);
      if (isOffered("move")) {
        await send({ method: "POST", path: `${itemPath(resource, id)}/move`, body: { direction } });
        return;
      }
      const record = await read(resource, id);
      const siblings = await list(resource, {
        pagination: { page: 1, perPage: 0 },
        sort: { field: order.by, order: "ASC" },
        filter: Object.fromEntries(order.within.map((field) => [field, record[field]])),
      });
      for (const step of planMove(siblings.data, record.id, direction, order.by)) {
        await patchFields(resource, step.id, { [order.by]: step.value });
      }
    },
    clone: async (resource: string, id: Identifier) => {
      if (!isOffered("clone")) return { data: await cloneRecord({ describe, read, list, create }, resource, id) };
      const answer = await send({ method: "POST", path: `${itemPath(resource, id)}/clone`, body: {} });
      return { data: await read(resource, fromLocation(resource, answer)) };
    },
    patchField: async (resource: string, id: Identifier, field: string, value: Json) => ({
      data: await patchFields(resource, id, { [field]: value }),
    }),
    patchFields: async (resource: string, id: Identifier, values: Readonly<Record<string, Json>>) => ({
      data: await patchFields(resource, id, values),
    }),
    search: (text: string, params: SearchParams) => searchRecords({ send, describe, isOffered }, text, params),
    getPreferenceDefs: async (resource: string, lang: string) =>
      fromPreferenceDefs(resource, await send(toPreferenceDefsRequest(resource, lang))),
    getPreferences,
    setPreference: async (resource: string, id: Identifier, name: string, value: Json, query: Query = {}) => {
      const operation = toPreferenceOperation(name, value);
      try {
        const answer = await send({ ...toPatchRequest(resource, id, [operation]), query });
        return answer.body === undefined ? getPreferences(resource, id, query) : fromItem(resource, answer);
      } catch (refusal) {
        // Removing what is not there is what was wanted.
        if (operation.op === "remove" && isStatus(refusal, 422)) return getPreferences(resource, id, query);
        throw refusal;
      }
    },
  };
  return provider as unknown as PanelDataProvider;
}

/** A list that is declared to come from an older table does, unless it is filtered in a way only REST knows. */
function toLegacyList(descriptor: ResourceDescriptor, params: ListParams) {
  const { legacyTable, search } = descriptor.list;
  const table = descriptor.legacyTables.find(({ path }) => path === legacyTable);
  const filters = Object.entries(params.filter ?? {}).filter(([, value]) => value !== "" && value !== undefined);
  const { page, perPage } = params.pagination ?? { page: 1, perPage: descriptor.list.perPage };
  if (!table || perPage < 1 || filters.some(([name]) => name !== search)) return undefined;
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
