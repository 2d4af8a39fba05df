import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { FieldDescriptor, Json, ResourceDescriptor, Right, WireRecord } from "../../src/core/schema/descriptor.ts";
import { legacyTableUrl } from "../../src/core/schema/legacyTableUrl.ts";
import { storage, tables } from "../../src/generated/tables.gen.ts";
import { hooks } from "../../src/platform/resources/index.gen.ts";
import { type Member, openAccessPlatform } from "../support/accessPlatform.ts";
import { ACCOUNTS, TEST_RESELLER } from "../support/accounts.ts";
import { type Answer, withoutLinks } from "../support/api.ts";
import { sampled } from "../support/chosen.ts";
import { firstOfEach, shapeOfField } from "../support/covering.ts";
import { allowedRecord, reachOf } from "../support/rights.ts";
import { isCreatable, isOnePerReseller, targetOf } from "../support/targets.ts";
import { descriptors, isForAll, MARK, NO_ID, NO_MATCH, openTenant } from "../support/tenant.ts";
import { World } from "../support/world.ts";

/** Values that are unique platform-wide although no schema says so; callers may only learn that one is taken. */
const TAKEN: readonly string[] = ["subscribers.primary_number"];

/** Read-only variants read the same, as matrix.test.ts verifies. */
const boundRoles = Object.keys(ACCOUNTS).filter((role) => /^(reseller|ccare)(Master)?$/.test(role));

const rights: readonly Right[] = ["read", "lookup", "create", "update", "delete"];

/** Resources to probe: those that no role before reaches in the same way, records that they refer to included. */
function resourcesToProbe(role: string): readonly ResourceDescriptor[] {
  const before = boundRoles.slice(0, boundRoles.indexOf(role));
  return sampled.filter((one) => !before.some((other) => reach(other, one) === reach(role, one)));
}

function reach(role: string, { name, fields }: ResourceDescriptor): string {
  const own = rights.flatMap((right) => [undefined, ...fields].map((field) => reachOf(name, role, right, field?.name)));
  const referred = fields
    .flatMap((field) => [field, ...(field.fields ?? [])])
    .flatMap(({ reference }) => (reference ? [reachOf(reference.resource, role, "lookup")] : []));
  return [...own, ...referred].join();
}

/** Tells most responses apart, which have none, in a fiftieth of the time that their words take. */
const hasMark = new RegExp(MARK, "i");

const leaks: string[] = [];

const platform = await openAccessPlatform();
const world = new World(platform.owner, TEST_RESELLER);
for (const descriptor of descriptors) if (isCreatable(descriptor)) await world.shared(descriptor.name);
const other = await openTenant(platform);

it("finds its marks in the other reseller's records", async () => {
  const isMarked = (value: unknown) => JSON.stringify(value ?? "").includes(MARK);
  const missed: string[] = [];
  for (const { name } of descriptors.filter((one) => isCreatable(one) && !isForAll(one))) {
    // Records without texts are recognized by their ids.
    const hasTexts = isMarked(await other.world.valid(name));
    if (hasTexts && !isMarked(other.records.get(name))) missed.push(name);
  }
  expect(missed).toEqual([]);
  expect(descriptors.filter(({ name }) => isMarked(other.records.get(name))).length).toBeGreaterThan(50);
  expect(other.ids.size).toBeGreaterThan(100);
});

it("shows records of two resellers to both, so that the probes meet them", async () => {
  expect([...other.shared.values()].flat().length).toBeGreaterThan(1);
  for (const [name, ids] of other.shared)
    for (const id of ids)
      expect([name, (await platform.memberOf("reseller").api.read(name, id)).status]).toEqual([name, 200]);
});

describe.each(boundRoles)("for %s of another reseller", (role) => {
  it("lists, records, filters, sorting, expansions and legacy tables reveal nothing", async () => {
    const member = platform.memberOf(role);
    const { body } = await probe(member, "GET", "/api/");
    expect(JSON.stringify(body)).toContain("/api/subscribers/");
    await probe(member, "GET", "/api/platforminfo");
    for (const descriptor of resourcesToProbe(role)) {
      await probeList(member, descriptor);
      await probeTables(member, descriptor);
      await probeItems(member, descriptor);
      await probePickers(member, descriptor);
    }
    expect(leaks.splice(0)).toEqual([]);
  });
});

it("expands no record of the other reseller, though one of the caller's refers to it", async () => {
  const member = platform.memberOf("reseller");
  const shown: string[] = [];
  const tried: string[] = [];
  for (const descriptor of descriptors) {
    for (const { name: field, reference, unique } of descriptor.fields) {
      // With another reseller the record would not be the caller's.
      if (unique || field === descriptor.scope) continue;
      const theirs = Number(other.records.get(reference?.resource ?? "")?.[0]?.id);
      const table = columnOf(descriptor, field);
      if (!reference?.expand || !table || !isCreatable(descriptor) || Number.isNaN(theirs)) continue;
      // What is open to everybody may be expanded as well.
      if ((await member.api.read(reference.resource, theirs)).status === 200) continue;
      const id = await ownTarget(descriptor);
      const read = (api: Member["api"]) =>
        api.request("GET", `/api/${descriptor.name}/${id}?expand=${field}&soft_expand=1`);
      const [owners, members] = await referring({ table, id, field }, theirs, async () => [
        await read(platform.owner),
        await read(member.api),
      ]);
      if (owners?.body?.[`${field}_expand`] === undefined || members?.status !== 200) continue;
      tried.push(`${descriptor.name}.${field}`);
      if (members.body?.[`${field}_expand`] !== undefined) shown.push(`${descriptor.name}.${field}`);
    }
  }
  expect(shown).toEqual([]);
  expect(tried.length).toBeGreaterThan(40);
});

describe.each(boundRoles)("for searches over everything by %s", (role) => {
  it("the other reseller's records are nowhere, by parts of their texts, numbers and ids", async () => {
    const member = platform.memberOf(role);
    const found = async (api: Member["api"], text: string) =>
      (await api.request("GET", `/api/search/?${new URLSearchParams({ q: text, rows: "20" })}`)).text;
    // The owner of the platform finds them by the same texts.
    expect(await found(platform.owner, MARK)).toContain(MARK);
    const records = resourcesToProbe(role).flatMap(({ name }) => unlike(name));
    const ids = new Set(records.map(({ id }) => id));
    const texts = new Set([MARK, MARK.slice(1), ...[...ids].map(String), ...[...ids].map((id) => `#${id}`)]);
    // Ids are searched for as such above: no text has them.
    const inTexts = (JSON.stringify(records).match(/\b\d{6,15}\b/g) ?? []).filter((one) => !other.ids.has(Number(one)));
    const numbers = new Set(inTexts);
    for (const text of [...texts, ...[...numbers].map((number) => number.slice(1))])
      await probe(member, "GET", `/api/search/?${new URLSearchParams({ q: text, rows: "20" })}`);
    const ask = (named: string) => probe(member, "GET", `/api/search/?${new URLSearchParams({ q: named })}`);
    await compare(member, MARK, NO_MATCH, ask, "search over everything");
    expect(leaks.splice(0)).toEqual([]);
  });
});

describe.each(boundRoles)("for writes of %s", (role) => {
  it("the other reseller's records look like records that do not exist", async () => {
    const member = platform.memberOf(role);
    for (const descriptor of resourcesToProbe(role)) {
      await probeReferences(member, descriptor);
      await probePreferenceNames(member, descriptor);
    }
    expect(leaks.splice(0)).toEqual([]);
  });
});

it("rejects values taken by another reseller only where they must be unique, with the usual message", async () => {
  const taken = new Set<string>();
  for (const descriptor of descriptors) {
    for (const name of await takenFields(descriptor)) taken.add(`${descriptor.name}.${name}`);
  }
  expect(leaks.splice(0)).toEqual([]);
  expect([...taken].toSorted()).toEqual([...TAKEN].toSorted());
});

/** Sends a request. Its response must not contain the other reseller's data, except what the request contained. */
async function probe(
  { role, api }: Member,
  method: Parameters<typeof api.request>[0] | "HEAD",
  url: string,
  payload?: unknown,
): Promise<Answer> {
  const answer = await api.request(method as "GET", url, payload);
  const sent = `${url} ${decodeURIComponent(url.replaceAll("+", " "))} ${JSON.stringify(payload ?? "")}`;
  // A length may happen to be one of the ids.
  const { "content-length": _, ...headers } = answer.headers;
  const received = `${answer.text} ${JSON.stringify(headers)}`;
  const marked = hasMark.test(received) ? received.match(/[\w.@-]+/g) : [];
  const words = new Set(marked?.filter((word) => word.toLowerCase().includes(MARK)));
  const ids = new Set((received.match(/\b7\d{5}\b/g) ?? []).filter((id) => other.ids.has(Number(id))));
  const leaked = [...words, ...ids].filter((word) => !sent.includes(word));
  if (leaked.length > 0) leaks.push(`${role} ${method} ${url} reveals ${leaked.join(", ")}`);
  if (answer.status >= 500) leaks.push(`${role} ${method} ${url}: ${answer.status}`);
  return answer;
}

/** Sends two requests that only differ in a name, `theirs` and `nothing`; the responses must be equal. */
async function compare(
  member: Member,
  theirs: string,
  nothing: string,
  send: (named: string) => Promise<Answer>,
  what: string,
): Promise<void> {
  const [a, b] = [await send(theirs), await send(nothing)];
  const plain = (answer: Answer, named: string) =>
    [answer.status, answer.headers.allow, normalized(answer.text), answer.headers.location ? "location" : ""]
      .join(" ")
      .replaceAll(named, "…")
      .replaceAll(encodeURIComponent(named), "…");
  if (plain(a, theirs) !== plain(b, nothing)) {
    leaks.push(
      `${member.role} ${what}: "${plain(a, theirs).slice(0, 300)}" is not "${plain(b, nothing).slice(0, 300)}"`,
    );
  }
}

/** Asks for each name once, as most ids are compared with the same one that nobody has: nothing changes meanwhile. */
function once(ask: (named: string) => Promise<Answer>): (named: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (named) => {
    const answer = known.get(named) ?? ask(named);
    known.set(named, answer);
    return answer;
  };
}

/** Removes markers that number the record sent. */
function normalized(text: string): string {
  return text.replaceAll(/\bt\d+([_.])/g, "t$1");
}

async function probeList(member: Member, descriptor: ResourceDescriptor): Promise<void> {
  const { name, fields, filters, operations, list, ownerFilters = [] } = descriptor;
  if (!operations.includes("list")) return;
  const path = `/api/${name}/`;
  await probe(member, "GET", `${path}?rows=10000`);
  await probe(member, "GET", `${path}?rows=10000&no_count=1`);
  await probe(member, "HEAD", path);
  await probe(member, "OPTIONS", path);
  if (reachOf(name, member.role, "lookup") === "none") return;
  await probe(member, "GET", `${path}?format=csv`);
  const sums = list.sums ? "&sums=1" : "";
  const names = filtersToProbe(member.role, descriptor).map((one) => one.name);
  for (const filter of new Set(["id", ...names, "reseller_id", "customer_id", "search"])) {
    const source = filters.find((one) => one.name === filter)?.source ?? filter;
    const ask = once((named) =>
      probe(member, "GET", `${path}?rows=10000${sums}&${new URLSearchParams({ [filter]: named })}`),
    );
    for (const value of filterValues(descriptor, source)) {
      await compare(member, value, withoutMatch(value), ask, `${name}?${filter}=${value}`);
    }
  }
  for (const owner of ownerFilters) {
    const ask = once((named) => probe(member, "GET", `${path}?format=csv&${owner}=${encodeURIComponent(named)}`));
    for (const value of filterValues(descriptor, owner)) {
      await compare(member, value, withoutMatch(value), ask, `export of ${name}?${owner}=${value}`);
    }
  }
  const references = fields.filter((field) => field.reference);
  const expanded = references.flatMap((field) => [
    `${field.name}.name`,
    `${field.name}.email`,
    `${field.name}.reseller_id`,
  ]);
  const columns = [...fields.map((field) => field.name), ...expanded];
  // Lists of stored records are sorted by several columns at once.
  for (const by of storage[name] ? [columns.join(",")] : columns) {
    await probe(member, "GET", `${path}?rows=5&order_by=${by}&order_by_direction=desc`);
  }
  // One response has whatever each of them would have alone.
  const expansions = references.flatMap((one) => [one.name, ...deeper(one.reference?.resource ?? "", one.name)]);
  await probe(member, "GET", `${path}?rows=10000&soft_expand=1&expand=${["all", ...expansions].join(",")}`);
}

interface PlacedFilter {
  readonly role: string;
  readonly name: string;
  readonly match: string;
  readonly field: FieldDescriptor | undefined;
  /** Whether the other reseller's records have something in it that a probe may name. */
  readonly isUsed: boolean;
}

const firstOfShape = firstOfEach<PlacedFilter>(({ role, match, field, isUsed }) =>
  [role, match, field && shapeOfField(field), isUsed].join(),
);

/**
 * The filters whose conditions are a resource's own or lead to other resources, and the first of each shape of those that
 * generic code makes: it adds them to the same limits, whatever they are.
 */
function filtersToProbe(role: string, { name, fields, filters }: ResourceDescriptor): readonly PlacedFilter[] {
  const ofHook = hooks[name]?.filters ?? {};
  const records = other.records.get(name) ?? [];
  const placed = filters.map(({ name: filter, match, source }) => {
    const isUsed = records.some((record) => isNamed(record[source]));
    return { role, name: filter, match, field: fields.find((field) => field.name === source), isUsed };
  });
  const isOwn = (one: PlacedFilter) => !storage[name] || one.name in ofHook || !one.field;
  return [...placed.filter(isOwn), ...firstOfShape(placed.filter((one) => !isOwn(one)))];
}

/** The table whose column of this name holds the id that the field refers to. */
function columnOf({ name }: ResourceDescriptor, field: string): string | undefined {
  const table = tables.find((one) => one.name === storage[name]?.name);
  return table?.columns.some((column) => column.name === field && column.type === "integer") ? table.name : undefined;
}

/** Lets a row refer to a record that no request could name, for as long as `act` takes. */
async function referring<T>(
  { table, id, field }: { readonly table: string; readonly id: number; readonly field: string },
  theirs: number,
  act: () => Promise<T>,
): Promise<T> {
  const { kysely } = platform.database;
  const [name, column] = [sql.table(table), sql.ref(field)];
  const before = await sql<{ value: number | null }>`select ${column} as value from ${name} where id = ${id}`.execute(
    kysely,
  );
  await sql`update ${name} set ${column} = ${theirs} where id = ${id}`.execute(kysely);
  try {
    return await act();
  } finally {
    await sql`update ${name} set ${column} = ${before.rows[0]?.value ?? null} where id = ${id}`.execute(kysely);
  }
}

/** The requests of pickers while the user types. */
async function probePickers(member: Member, { fields }: ResourceDescriptor): Promise<void> {
  for (const { reference } of fields) {
    if (!reference) continue;
    const { resource, search, filter = {}, legacyTable } = reference;
    const literal = Object.entries(filter).filter(([, value]) => !String(value).startsWith("$"));
    const typed = { ...Object.fromEntries(literal), [search]: `*${MARK}*`, rows: "100" };
    await probe(member, "GET", `/api/${resource}/?${new URLSearchParams(typed as Record<string, string>)}`);
    if (legacyTable) await probe(member, "GET", `${legacyTable}?sSearch=${MARK}*&iDisplayLength=100`);
  }
}

function deeper(resource: string, prefix: string): string[] {
  const fields = descriptors.find(({ name }) => name === resource)?.fields ?? [];
  return fields.filter((field) => field.reference).map((field) => `${prefix}.${field.name}`);
}

/** Kinds of fields that can have the id of a record. */
const withIds: readonly string[] = ["integer", "reference", "references", "list", "object"];

/** Filter values that an attacker would try: exact values, prefixes and ids, also of what the field refers to. */
function filterValues({ name, fields }: ResourceDescriptor, source: string): string[] {
  const records = other.records.get(name) ?? [];
  const referred = other.records.get(fields.find((field) => field.name === source)?.reference?.resource ?? "") ?? [];
  const own = records.map((record) => record[source]).filter((value) => isNamed(value));
  // A field that has no ids finds none of them: one stands for all.
  const hasNone = fields.some((field) => field.name === source && !withIds.includes(field.kind));
  const ids = [...records.slice(0, hasNone ? 1 : undefined), ...referred.slice(0, 2)].map(({ id }) => String(id));
  return [...new Set([`*${MARK}*`, `${MARK}*`, ...own.map(String), ...ids])];
}

function isNamed(value: Json | undefined): boolean {
  return (typeof value === "string" && value.includes(MARK)) || (typeof value === "number" && other.ids.has(value));
}

function withoutMatch(value: string): string {
  return /^\d+$/.test(value) ? String(NO_ID) : value.replaceAll(MARK, NO_MATCH);
}

async function probeTables(member: Member, { name, legacyTables }: ResourceDescriptor): Promise<void> {
  const records = other.records.get(name) ?? [];
  for (const table of legacyTables) {
    const owners = new Set(table.of === undefined ? [NO_ID] : records.map((record) => Number(record[table.of ?? ""])));
    for (const owner of owners) await probeTable(member, legacyTableUrl(table, owner), table.columns.length, records);
  }
}

async function probeTable(member: Member, url: string, columns: number, records: readonly WireRecord[]): Promise<void> {
  for (let index = 0; index < columns; index++) {
    await probe(member, "GET", `${url}?iDisplayLength=-1&iSortCol_0=${index}&sSortDir_0=desc`);
  }
  const texts = [`*${MARK}*`, MARK, ...records.map(({ id }) => String(id))];
  for (const text of texts) {
    const ask = (named: string) => probe(member, "GET", `${url}?${new URLSearchParams({ sSearch: named })}`);
    await compare(member, text, withoutMatch(text), ask, `${url} searched for ${text}`);
    const onTop = (named: string) => probe(member, "GET", `${url}?iDisplayLength=5&iIdOnTop=${named}`);
    if (/^\d+$/.test(text)) await compare(member, text, withoutMatch(text), onTop, `${url} with ${text} on top`);
  }
}

/** The first of the other reseller's stored records, which are alike to a table; and two of those that are computed. */
function unlike(resource: string): readonly WireRecord[] {
  return (other.records.get(resource) ?? []).slice(0, storage[resource] ? 1 : 2);
}

async function probeItems(member: Member, descriptor: ResourceDescriptor): Promise<void> {
  const { name, preferences, ownerFilters = [] } = descriptor;
  const theirs = unlike(name);
  // Of the record that nobody has each is asked once for both.
  const asks = new Map<string, (named: string) => Promise<Answer>>();
  for (const { id } of theirs) {
    const record = other.records.get(name)?.[0] ?? {};
    const at = (method: string, path: string, payload?: unknown) => {
      const what = `${method} ${path}`;
      const send = (named: string) => probe(member, method as "GET", `/api/${path.replace("{id}", named)}`, payload);
      const ask = asks.get(what) ?? once(send);
      asks.set(what, ask);
      return compare(member, String(id), String(NO_ID), ask, what);
    };
    for (const method of ["GET", "HEAD", "OPTIONS", "DELETE"]) await at(method, `${name}/{id}`);
    await at("GET", `${name}/{id}?expand=all&soft_expand=1`);
    for (const owner of ownerFilters) await at("GET", `${name}/{id}?${owner}=${record[owner]}`);
    const { id: _, ...sent } = record;
    await at("PUT", `${name}/{id}`, sent);
    await at("PATCH", `${name}/{id}`, [{ op: "replace", path: `/${Object.keys(sent)[0]}`, value: null }]);
    await at("GET", `${name}/{id}/journal/`);
    await at("GET", `${name}/{id}/journal/1`);
    await at("GET", `${name}/{id}/journal/1/restore`);
    await at("POST", `${name}/{id}/journal/1/restore`, {});
    await at("GET", `${name}/{id}/journal/at?time=2020-01-01T00:00:00Z`);
    await at("POST", `${name}/{id}/journal/at`, { time: "2020-01-01T00:00:00Z" });
    await at("POST", `${name}/{id}/move`, { direction: "down" });
    await at("POST", `${name}/{id}/clone`, { name: "a copy" });
    // What a bulk run would do to it.
    const changed = descriptor.fields.find((field) => !field.readOnly && !field.internal && !field.immutable);
    for (const job of [{ action: "remove" }, { action: "change", changes: { [changed?.name ?? ""]: null } }]) {
      const preview = (named: string) =>
        probe(member, "POST", "/api/bulkjobs/preview", { ...job, resource: name, ids: [Number(named)] });
      await compare(member, String(id), String(NO_ID), preview, `preview of a bulk ${job.action} of ${name}`);
    }
    if (!preferences) continue;
    await at("GET", `${preferences}/{id}`);
    await at("PUT", `${preferences}/{id}`, {});
    await at("PATCH", `${preferences}/{id}`, []);
  }
  if (theirs.length === 0) return;
  await probe(member, "GET", `/api/journals/?resource=${name}&rows=100`);
  if (preferences) await probe(member, "GET", `/api/${preferences}/?rows=10000`);
}

/** Creates and changes the caller's records with references to the other reseller's, also in nested fields. */
async function probeReferences(member: Member, descriptor: ResourceDescriptor): Promise<void> {
  const { name, operations } = descriptor;
  const places = descriptor.fields.flatMap((field) => [
    ...(field.reference ? [{ field, inner: undefined, reference: field.reference }] : []),
    ...(field.fields ?? []).flatMap((inner) =>
      inner.reference ? [{ field, inner: inner.name, reference: inner.reference }] : [],
    ),
  ]);
  for (const [index, { field, inner, reference }] of places.entries()) {
    const naming = (named: string): Json => {
      const part: Json = inner === undefined ? Number(named) : { [inner]: Number(named) };
      return field.kind === "references" || field.kind === "list" ? [part] : part;
    };
    const what = `${name}.${field.name}${inner ? `.${inner}` : ""}`;
    const ask = (send: (value: Json) => Promise<Answer>) => (named: string) => send(naming(named));
    for (const { id } of unlike(reference.resource)) {
      const theirs = String(id);
      const canCreate = operations.includes("create") && reachOf(name, member.role, "create") !== "none";
      // With one record per reseller, a second one is rejected anyway.
      if (canCreate && !(field.name === descriptor.scope && isOnePerReseller(descriptor))) {
        const create = async (value: Json) => {
          const body = allowedRecord(descriptor, member.role, await world.valid(name));
          return probe(member, "POST", `/api/${name}/`, { ...body, [field.name]: value });
        };
        await compare(member, theirs, String(NO_ID), ask(create), `POST ${what}`);
      }
      if (!operations.includes("update") || reachOf(name, member.role, "update") === "none") continue;
      const target = name === "admins" ? member.id : await ownTarget(descriptor);
      const { body } = await member.api.read(name, target);
      const put = (value: Json) =>
        probe(member, "PUT", `/api/${name}/${target}`, { ...withoutLinks(body), [field.name]: value });
      await compare(member, theirs, String(NO_ID), ask(put), `PUT ${what}`);
      // A patch becomes a whole record before its references are looked up: once per resource.
      if (index > 0) continue;
      const patch = (value: Json) =>
        probe(member, "PATCH", `/api/${name}/${target}`, [{ op: "replace", path: `/${field.name}`, value }]);
      await compare(member, theirs, String(NO_ID), ask(patch), `PATCH ${what}`);
    }
  }
}

async function ownTarget(descriptor: ResourceDescriptor): Promise<number> {
  if (isCreatable(descriptor)) return world.shared(descriptor.name);
  return Number((await targetOf(platform, { own: world, foreign: world }, descriptor, "own")).id);
}

/** Tries preferences that refer to records by name: the other reseller's names must be unknown. */
async function probePreferenceNames(member: Member, { name, preferences }: ResourceDescriptor): Promise<void> {
  if (!preferences || reachOf(name, member.role, "update") === "none") return;
  const definitions = (await member.api.request("GET", `/api/${preferences.replace(/s$/, "defs")}/`)).body ?? {};
  const id = await world.shared(name);
  const names = [...other.records.values()]
    .flatMap((records) => records.slice(0, 1))
    // The fields that preferences use as names.
    .flatMap(({ name: own, level }) => [own, level])
    .filter(isText);
  // Locked preferences are rejected before the name is looked up.
  const open = Object.entries(definitions).filter(
    ([, definition]) => !(definition as { read_only?: boolean }).read_only,
  );
  const byName = open
    .map(([key]) => key)
    .filter((key) => /rewrite_rule_set|ncos|sound_set|profile|manipulation/.test(key));
  if (byName.length === 0) return;
  // One response has the error of each of them.
  const ask = (named: string) =>
    probe(
      member,
      "PATCH",
      `/api/${preferences}/${id}`,
      byName.map((key) => ({ op: "add", path: `/${key}`, value: named })),
    );
  for (const value of new Set(names)) await compare(member, value, withoutMatch(value), ask, `names in ${preferences}`);
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value.includes(MARK);
}

/** Fields that reject a value because the other reseller uses it. */
async function takenFields(descriptor: ResourceDescriptor): Promise<string[]> {
  const { name, fields, operations, api } = descriptor;
  const member = platform.memberOf("resellerMaster");
  if (!operations.includes("create") || api.actionOnly || reachOf(name, member.role, "create") === "none") return [];
  if (isOnePerReseller(descriptor)) return [];
  const own = (await member.api.read(name, await world.shared(name))).body ?? {};
  const taken: string[] = [];
  for (const field of fields) {
    const theirs = other.records.get(name)?.at(-1)?.[field.name];
    if (field.readOnly || field.internal || field.enum || theirs === undefined || theirs === null) continue;
    if (namesRecords(field)) continue;
    if (reachOf(name, member.role, "create", field.name) === "none") continue;
    const send = async (value: Json) => {
      const valid = allowedRecord(descriptor, member.role, await world.valid(name));
      return probe(member, "POST", `/api/${name}/`, { ...valid, [field.name]: value });
    };
    // Who holds a value is told of the caller's own records only, which it could look up as well.
    const holder = /,"holder":"[^"]*","holder_id":\d+,"holder_resource":"\w+"/g;
    const plain = ({ status, text }: Answer, value: Json | undefined) =>
      `${status} ${text
        .replaceAll(String(value), "…")
        .replaceAll(/\d{9,}/g, "…")
        .replaceAll(holder, "")}`;
    const answer = await send(theirs);
    if (answer.status === 201) continue;
    // What is refused like a value that nobody has is not refused for being theirs.
    const nobodys = world.text();
    if (typeof theirs === "string" && plain(answer, theirs) === plain(await send(nobodys), nobodys)) continue;
    if (field.unique?.length !== 0) taken.push(field.name);
    const here = await send(own[field.name] ?? null);
    if (plain(answer, theirs) !== plain(here, own[field.name])) {
      leaks.push(`${name}.${field.name}: ${plain(answer, theirs)} is not ${plain(here, own[field.name])}`);
    }
  }
  return taken;
}

function namesRecords({ reference, fields = [] }: FieldDescriptor): boolean {
  return reference !== undefined || fields.some(namesRecords);
}
