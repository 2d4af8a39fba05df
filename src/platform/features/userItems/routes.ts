import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ExpressionBuilder, type Selectable, sql, type Transaction } from "kysely";
import {
  isPanelCollection,
  MAX_PANEL_ITEMS,
  type PanelCollection,
  type PanelTextRule,
  panelCollections,
} from "../../../core/api/panelItems.ts";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import {
  type FieldError,
  fieldError,
  notFound,
  PlatformError,
  validationFailed,
} from "../../../core/validation/errors.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { transaction } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import { admitBody, requireBody } from "../../http/body.ts";
import { asRecord } from "../../http/jsonText.ts";
import { parseId, queryOf } from "../../http/query.ts";
import type { Progress } from "../../records/unitOfWork/progress.ts";

/** Path of the service of the panel. */
export const servicePath = "/panel-service";

interface ServiceParts {
  readonly db: Db;
  /** Whether this origin has an older panel, whose pages can be framed. */
  readonly hasLegacyPanel: boolean;
  /** Whether that is the panel of a real platform, which also has statistics and handbooks. */
  readonly hasRealPlatform: boolean;
  /** Address of SIP over WebSocket for the web phone. */
  readonly sipWebsocket?: string | undefined;
  /** The user of a request; throws 401 if there is none. */
  ownerOf(request: FastifyRequest): Promise<string>;
}

type CollectionRequest = FastifyRequest<{ Params: { collection: string } }>;
type ItemRequest = FastifyRequest<{ Params: { collection: string; id: string } }>;

/**
 * The service of the panel, by the conventions of ra-data-simple-rest: `filter`, `sort` and `range` in the query, and
 * the total in `Content-Range`. Users can only access their own records.
 */
export function registerService(
  app: FastifyInstance,
  { db, hasLegacyPanel, hasRealPlatform, sipWebsocket, ownerOf }: ServiceParts,
): void {
  const shelfOf = async (request: CollectionRequest | ItemRequest): Promise<ItemScope> => {
    const { collection } = request.params;
    if (!isPanelCollection(collection)) throw new PlatformError("unknown_path");
    return { owner: await ownerOf(request), collection };
  };
  const requireItem = (request: ItemRequest, item: PanelItem | undefined): PanelItem => {
    if (!item) throw notFound(request.params.collection, request.params.id);
    return item;
  };
  const idOf = (request: ItemRequest): number => parseId(request.params.id) ?? -1;

  app.get(servicePath, async () => ({
    older_panel: hasLegacyPanel,
    real_platform: hasRealPlatform,
    ...(sipWebsocket === undefined ? {} : { sip_websocket: sipWebsocket }),
  }));
  app.get(`${servicePath}/:collection`, async (request: CollectionRequest, reply) => {
    const shelf = await shelfOf(request);
    const items = arrange(await listItems(db, shelf), queryOf(request));
    const last = items.first + items.page.length - 1;
    reply.header("Content-Range", `${shelf.collection} ${items.first}-${Math.max(last, items.first)}/${items.total}`);
    return items.page;
  });
  const onRequest = async (request: CollectionRequest) => {
    await shelfOf(request);
    admitBody(request);
  };
  app.post(`${servicePath}/:collection`, { onRequest }, async (request: CollectionRequest, reply) => {
    const shelf = await shelfOf(request);
    const item = await addItem(db, shelf, recordOf(shelf, request));
    if (!item) throw new PlatformError("too_many_items", { limit: MAX_PANEL_ITEMS });
    return reply.code(201).send(item);
  });
  app.get(`${servicePath}/:collection/:id`, async (request: ItemRequest) =>
    requireItem(request, await findItem(db, await shelfOf(request), idOf(request))),
  );
  app.put(`${servicePath}/:collection/:id`, { onRequest }, async (request: ItemRequest) => {
    const shelf = await shelfOf(request);
    return requireItem(request, await replaceItem(db, shelf, idOf(request), recordOf(shelf, request)));
  });
  app.delete(`${servicePath}/:collection/:id`, async (request: ItemRequest) =>
    requireItem(request, await removeItem(db, await shelfOf(request), idOf(request))),
  );
}

/** Progress of running work of the caller; empty if there is none. A real platform has no such route. */
export function registerProgress(
  app: FastifyInstance,
  progressOf: (request: FastifyRequest) => Promise<Progress | undefined>,
): void {
  app.get(`${servicePath}/progress`, async (request) => (await progressOf(request)) ?? {});
}

function recordOf({ collection }: ItemScope, request: FastifyRequest): Record<string, string> {
  const { record, errors } = readPanelItem(collection, asRecord(requireBody(request)));
  if (errors.length > 0) throw validationFailed(errors);
  return record;
}

/** Filters by equal values (an array matches any of its values), sorts, and paginates. */
function arrange(
  items: readonly PanelItem[],
  query: ReadonlyMap<string, string>,
): { readonly page: readonly PanelItem[]; readonly first: number; readonly total: number } {
  const filter = Object.entries(parse(query.get("filter"), isRecord) ?? {});
  const [field = "id", order = "ASC"] = parse(query.get("sort"), isTextPair) ?? [];
  const matching = items.filter((item) => filter.every(([name, expected]) => matches(item[name], expected)));
  const sorted = matching.toSorted((a, b) => compare(a[field], b[field]) * (order === "DESC" ? -1 : 1));
  const [first = 0, last = sorted.length - 1] = parse(query.get("range"), isNumberPair) ?? [];
  return { page: sorted.slice(first, last + 1), first, total: sorted.length };
}

function matches(value: string | number | undefined, expected: Json): boolean {
  return Array.isArray(expected)
    ? expected.some((option) => matches(value, option))
    : String(value) === String(expected);
}

function compare(a: string | number = "", b: string | number = ""): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

/** A parameter in JSON; throws `bad_request` if it is invalid. */
function parse<T extends Json>(text: string | undefined, isWanted: (value: Json) => value is T): T | undefined {
  if (text === undefined) return undefined;
  try {
    const value: Json = JSON.parse(text);
    if (isWanted(value)) return value;
  } catch (cause) {
    throw new PlatformError("bad_request", {}, { cause });
  }
  throw new PlatformError("bad_request");
}

function isRecord(value: Json): value is { [key: string]: Json } {
  return isObject(value);
}

function isTextPair(value: Json): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

function isNumberPair(value: Json): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "number" && part >= 0);
}

/** Parses a body into a record and its errors; unknown members are dropped. */
function readPanelItem(
  collection: PanelCollection,
  body: WireRecord,
): { readonly record: Record<string, string>; readonly errors: readonly FieldError[] } {
  const record: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const [name, rule] of Object.entries<PanelTextRule>(panelCollections[collection])) {
    const value = body[name];
    if (rule.isOptional && (value === undefined || value === null)) continue;
    const error = textError(`/${name}`, value, rule);
    if (error) errors.push(error);
    else record[name] = String(value);
  }
  return { record, errors };
}

function textError(
  pointer: string,
  value: Json | undefined,
  { maxLength, pattern }: PanelTextRule,
): FieldError | undefined {
  if (value === undefined || value === null || value === "") return fieldError(pointer, "required");
  if (typeof value !== "string") return fieldError(pointer, "type", { type: "string" });
  if (value.length > maxLength) return fieldError(pointer, "maxLength", { limit: maxLength });
  return value.includes("\0") || (pattern && !pattern.test(value))
    ? fieldError(pointer, "format", { format: "text" })
    : undefined;
}

/** The owner and collection of records, which every statement is limited to. */
interface ItemScope {
  readonly owner: string;
  readonly collection: PanelCollection;
}

/** A record in the API. */
type PanelItem = { readonly id: number } & Readonly<Record<string, string | number>>;

type StoredItem = Pick<Selectable<Tables["panel_items"]>, "id" | "data">;

/** All records of a shelf, oldest first; at most `MAX_PANEL_ITEMS`. */
async function listItems(db: Db, shelf: ItemScope): Promise<PanelItem[]> {
  return (await db.selectFrom("panel_items").select(columns).where(on(shelf)).orderBy("id").execute()).map(toItem);
}

async function findItem(db: Db, shelf: ItemScope, id: number): Promise<PanelItem | undefined> {
  const items = db.selectFrom("panel_items").select(columns).where(on(shelf));
  return (await items.where("id", "=", id).execute()).map(toItem)[0];
}

/** Undefined if the shelf is full, even with concurrent requests. */
async function addItem(db: Db, { owner, collection }: ItemScope, data: object): Promise<PanelItem | undefined> {
  return transaction(db, async (trx) => {
    await lockShelf(trx, { owner, collection });
    const { rows } = await sql<StoredItem>`insert into panel_items (collection, owner, data)
      select ${collection}, ${owner}, ${JSON.stringify(data)}::jsonb
      where (select count(*) from panel_items where owner = ${owner} and collection = ${collection}) < ${MAX_PANEL_ITEMS}
      returning id, data`.execute(trx);
    return rows.map(toItem)[0];
  });
}

async function replaceItem(db: Db, shelf: ItemScope, id: number, data: object): Promise<PanelItem | undefined> {
  const items = db
    .updateTable("panel_items")
    .set({ data: JSON.stringify(data) })
    .where(on(shelf));
  return (await items.where("id", "=", id).returning(columns).execute()).map(toItem)[0];
}

/** The deleted record; undefined if it does not exist. */
async function removeItem(db: Db, shelf: ItemScope, id: number): Promise<PanelItem | undefined> {
  const items = db.deleteFrom("panel_items").where(on(shelf));
  return (await items.where("id", "=", id).returning(columns).execute()).map(toItem)[0];
}

const columns = ["id", "data"] as const;

function on({ owner, collection }: ItemScope) {
  return (item: ExpressionBuilder<Tables, "panel_items">) => item.and({ owner, collection });
}

async function lockShelf(trx: Transaction<Tables>, { owner, collection }: ItemScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${owner} ${collection}`}))`.execute(trx);
}

function toItem({ id, data }: StoredItem): PanelItem {
  return { ...data, id };
}
