import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FieldDescriptor, Json, ResourceDescriptor, Right, WireRecord } from "../../src/core/descriptor.ts";
import { type AccessPlatform, type Member, openAccessPlatform } from "../support/accessPlatform.ts";
import { ACCOUNTS } from "../support/accounts.ts";
import { type Answer, withoutLinks } from "../support/api.ts";
import { TEST_RESELLER } from "../support/platform.ts";
import { reachOf } from "../support/rights.ts";
import { isMade, isOnePerReseller, targetOf } from "../support/targets.ts";
import { descriptors, isForAll, MARK, NO_ID, NOBODY, openTenant, type Tenant } from "../support/tenant.ts";
import { World } from "../support/world.ts";

/** Values that only one record of the whole platform may have: that one is taken is all that anybody learns. */
const TAKEN: readonly string[] = [
  "admins.email",
  "admins.login",
  "domains.domain",
  "headerrulesets.name",
  "rewriterulesets.name",
  "subscribers.primary_number",
  "timesets.name",
];

/** Without their read-only variants: those read what these do, which matrix.test.ts proves. */
const boundRoles = Object.keys(ACCOUNTS).filter((role) => /^(reseller|ccare)(Master)?$/.test(role));

const rights: readonly Right[] = ["read", "lookup", "create", "update", "delete"];

/** What a role is worth trying on: a master only on what its people reach in another way, or not at all. */
function worthTrying(role: string): readonly ResourceDescriptor[] {
  const plain = role.replace(/Master$/, "");
  const reach = (one: string, { name, fields }: ResourceDescriptor) =>
    rights.flatMap((right) => [undefined, ...fields].map((field) => reachOf(name, one, right, field?.name))).join();
  return plain === role ? descriptors : descriptors.filter((one) => reach(role, one) !== reach(plain, one));
}

let platform: AccessPlatform;
let other: Tenant;
let world: World;
let probes = 0;
const leaks: string[] = [];

beforeAll(async () => {
  platform = await openAccessPlatform();
  world = new World(platform.owner, TEST_RESELLER);
  for (const descriptor of descriptors) if (isMade(descriptor)) await world.shared(descriptor.name);
  other = await openTenant(platform);
}, 120_000);
afterAll(async () => {
  console.log(`leaks: ${probes.toLocaleString("en")} probes`);
  await platform?.close();
});

it("marks the other reseller's records, so that there is something to find", async () => {
  const isMarked = (value: unknown) => JSON.stringify(value ?? "").includes(MARK);
  const missed: string[] = [];
  for (const { name } of descriptors.filter((one) => isMade(one) && !isForAll(one))) {
    // What has no text of its own can only be told by its ids.
    const hasTexts = isMarked(await other.world.valid(name));
    if (hasTexts && !isMarked(other.records.get(name))) missed.push(name);
  }
  expect(missed).toEqual([]);
  expect(descriptors.filter(({ name }) => isMarked(other.records.get(name))).length).toBeGreaterThan(50);
  expect(other.ids.size).toBeGreaterThan(100);
});

describe.each(boundRoles)("to %s of another reseller", (role) => {
  it("neither lists nor records, filters, orders, expansions and older tables tell anything", async () => {
    const member = platform.memberOf(role);
    const { body } = await look(member, "GET", "/api/");
    expect(JSON.stringify(body)).toContain("/api/subscribers/");
    await look(member, "GET", "/api/platforminfo");
    for (const descriptor of worthTrying(role)) {
      await probeList(member, descriptor);
      await probeTables(member, descriptor);
      await probeItems(member, descriptor);
      await probePickers(member, descriptor);
    }
    expect(leaks.splice(0)).toEqual([]);
  }, 180_000);
});

describe.each(boundRoles)("to writes of %s", (role) => {
  it("the other reseller's records are as unknown as those that do not exist", async () => {
    const member = platform.memberOf(role);
    for (const descriptor of worthTrying(role)) {
      await probeReferences(member, descriptor);
      await probePreferenceNames(member, descriptor);
    }
    expect(leaks.splice(0)).toEqual([]);
  }, 180_000);
});

it("refuses what is taken elsewhere only where it must, in the words for what is taken here", async () => {
  const taken = new Set<string>();
  for (const descriptor of descriptors) {
    for (const name of await takenFields(descriptor)) taken.add(`${descriptor.name}.${name}`);
  }
  expect(leaks.splice(0)).toEqual([]);
  expect([...taken].toSorted()).toEqual([...TAKEN].toSorted());
});

/** One request whose answer must hold nothing of the other reseller's, but for what the request itself said. */
async function look(
  { role, api }: Member,
  method: Parameters<typeof api.request>[0] | "HEAD",
  url: string,
  payload?: unknown,
): Promise<Answer> {
  const answer = await api.request(method as "GET", url, payload);
  probes++;
  const said = `${decodeURIComponent(url.replaceAll("+", " "))} ${JSON.stringify(payload ?? "")}`;
  const told = `${answer.text} ${JSON.stringify(answer.headers)}`;
  const words = new Set(told.match(/[\w.@-]+/g)?.filter((word) => word.toLowerCase().includes(MARK)));
  const ids = new Set((told.match(/\b7\d{5}\b/g) ?? []).filter((id) => other.ids.has(Number(id))));
  const news = [...words, ...ids].filter((word) => !said.includes(word));
  if (news.length > 0) leaks.push(`${role} ${method} ${url} tells ${news.join(", ")}`);
  if (answer.status >= 500) leaks.push(`${role} ${method} ${url}: ${answer.status}`);
  return answer;
}

/** Two questions that differ only in what they name, `theirs` and `nothing`, must have the same answer. */
async function compare(
  member: Member,
  theirs: string,
  nothing: string,
  ask: (named: string) => Promise<Answer>,
  what: string,
): Promise<void> {
  const [a, b] = [await ask(theirs), await ask(nothing)];
  const plain = (answer: Answer, named: string) =>
    [answer.status, answer.headers.allow, spoken(answer.text), answer.headers.location ? "location" : ""]
      .join(" ")
      .replaceAll(named, "…")
      .replaceAll(encodeURIComponent(named), "…");
  if (plain(a, theirs) !== plain(b, nothing)) {
    leaks.push(
      `${member.role} ${what}: "${plain(a, theirs).slice(0, 300)}" is not "${plain(b, nothing).slice(0, 300)}"`,
    );
  }
}

/** The text without what differs from request to request anyway: marks that say which of several records was sent. */
function spoken(text: string): string {
  return text.replaceAll(/\bt\d+([_.])/g, "t$1");
}

async function probeList(member: Member, descriptor: ResourceDescriptor): Promise<void> {
  const { name, fields, filters, operations } = descriptor;
  if (!operations.includes("list")) return;
  const path = `/api/${name}/`;
  await look(member, "GET", `${path}?rows=10000`);
  await look(member, "GET", `${path}?rows=10000&no_count=1`);
  await look(member, "HEAD", path);
  await look(member, "OPTIONS", path);
  if (reachOf(name, member.role, "lookup") === "none") return;
  for (const filter of [...new Set(["id", ...filters.map((one) => one.name), "reseller_id", "customer_id"])]) {
    const source = filters.find((one) => one.name === filter)?.source ?? filter;
    for (const value of valuesToAsk(name, source)) {
      const ask = (named: string) =>
        look(member, "GET", `${path}?rows=10000&${new URLSearchParams({ [filter]: named })}`);
      await compare(member, value, nobodys(value), ask, `${name}?${filter}=${value}`);
    }
  }
  const references = fields.filter((field) => field.reference);
  const behind = references.flatMap((field) => [
    `${field.name}.name`,
    `${field.name}.email`,
    `${field.name}.reseller_id`,
  ]);
  for (const by of [...fields.map((field) => field.name), ...behind]) {
    await look(member, "GET", `${path}?rows=5&order_by=${by}&order_by_direction=desc`);
  }
  const expansions = references.flatMap((one) => [one.name, ...deeper(one.reference?.resource ?? "", one.name)]);
  for (const expand of ["all", ...expansions]) {
    await look(member, "GET", `${path}?rows=10000&soft_expand=1&expand=${expand}`);
  }
}

/** What pickers send while somebody types. */
async function probePickers(member: Member, { fields }: ResourceDescriptor): Promise<void> {
  for (const { reference } of fields) {
    if (!reference) continue;
    const { resource, search, filter = {}, legacyTable } = reference;
    const literal = Object.entries(filter).filter(([, value]) => !String(value).startsWith("$"));
    const typed = { ...Object.fromEntries(literal), [search]: `*${MARK}*`, rows: "100" };
    await look(member, "GET", `/api/${resource}/?${new URLSearchParams(typed as Record<string, string>)}`);
    if (legacyTable) await look(member, "GET", `${legacyTable}?sSearch=${MARK}*&iDisplayLength=100`);
  }
}

function deeper(resource: string, prefix: string): string[] {
  const fields = descriptors.find(({ name }) => name === resource)?.fields ?? [];
  return fields.filter((field) => field.reference).map((field) => `${prefix}.${field.name}`);
}

/** What somebody who guesses would ask a filter: the very values, the beginnings, and ids. */
function valuesToAsk(resource: string, source: string): string[] {
  const records = other.records.get(resource) ?? [];
  const own = records.map((record) => record[source]).filter((value) => isNamed(value));
  return [...new Set([`*${MARK}*`, `${MARK}*`, ...own.map(String), ...records.map(({ id }) => String(id))])];
}

function isNamed(value: Json | undefined): boolean {
  return (typeof value === "string" && value.includes(MARK)) || (typeof value === "number" && other.ids.has(value));
}

function nobodys(value: string): string {
  return /^\d+$/.test(value) ? String(NO_ID) : value.replaceAll(MARK, NOBODY);
}

async function probeTables(member: Member, { name, legacyTables }: ResourceDescriptor): Promise<void> {
  for (const { path, columns } of legacyTables) {
    for (const [index] of columns.entries()) {
      await look(member, "GET", `${path}?iDisplayLength=-1&iSortCol_0=${index}&sSortDir_0=desc`);
    }
    const texts = [`*${MARK}*`, MARK, ...(other.records.get(name) ?? []).map(({ id }) => String(id))];
    for (const text of texts) {
      const ask = (named: string) => look(member, "GET", `${path}?${new URLSearchParams({ sSearch: named })}`);
      await compare(member, text, nobodys(text), ask, `${path} searched for ${text}`);
      const onTop = (named: string) => look(member, "GET", `${path}?iDisplayLength=5&iIdOnTop=${named}`);
      if (/^\d+$/.test(text)) await compare(member, text, nobodys(text), onTop, `${path} with ${text} on top`);
    }
  }
}

async function probeItems(member: Member, descriptor: ResourceDescriptor): Promise<void> {
  const { name, preferences } = descriptor;
  for (const { id } of (other.records.get(name) ?? []).slice(0, 2)) {
    const record = other.records.get(name)?.[0] ?? {};
    const at = (method: string, path: string, payload?: unknown) =>
      compare(
        member,
        String(id),
        String(NO_ID),
        (named) => look(member, method as "GET", `/api/${path.replace("{id}", named)}`, payload),
        `${method} ${path}`,
      );
    for (const method of ["GET", "HEAD", "OPTIONS", "DELETE"]) await at(method, `${name}/{id}`);
    await at("GET", `${name}/{id}?expand=all&soft_expand=1`);
    const { id: _, ...sent } = record;
    await at("PUT", `${name}/{id}`, sent);
    await at("PATCH", `${name}/{id}`, [{ op: "replace", path: `/${Object.keys(sent)[0]}`, value: null }]);
    await at("GET", `${name}/{id}/journal/`);
    await at("GET", `${name}/{id}/journal/1`);
    await at("POST", `${name}/{id}/move`, { direction: "down" });
    await at("POST", `${name}/{id}/clone`, { name: "a copy" });
    if (!preferences) continue;
    await at("GET", `${preferences}/{id}`);
    await at("PUT", `${preferences}/{id}`, {});
    await at("PATCH", `${preferences}/{id}`, []);
    await look(member, "GET", `/api/${preferences}/?rows=10000`);
  }
}

/** New and existing records of the caller's that name the other reseller's, in the record or inside its parts. */
async function probeReferences(member: Member, descriptor: ResourceDescriptor): Promise<void> {
  const { name, operations } = descriptor;
  const places = descriptor.fields.flatMap((field) => [
    ...(field.reference ? [{ field, inner: undefined, reference: field.reference }] : []),
    ...(field.fields ?? []).flatMap((inner) =>
      inner.reference ? [{ field, inner: inner.name, reference: inner.reference }] : [],
    ),
  ]);
  for (const { field, inner, reference } of places) {
    for (const { id } of (other.records.get(reference.resource) ?? []).slice(0, 2)) {
      const naming = (named: string): Json => {
        const part: Json = inner === undefined ? Number(named) : { [inner]: Number(named) };
        return field.kind === "references" || field.kind === "list" ? [part] : part;
      };
      const what = `${name}.${field.name}${inner ? `.${inner}` : ""}`;
      const ask = (send: (value: Json) => Promise<Answer>) => (named: string) => send(naming(named));
      const theirs = String(id);
      const canCreate = operations.includes("create") && reachOf(name, member.role, "create") !== "none";
      // Of what there is one for each reseller, the second try is refused for being the second.
      if (canCreate && !(field.name === descriptor.scope && isOnePerReseller(descriptor))) {
        const create = async (value: Json) => {
          const body = writable(descriptor, member, await world.valid(name));
          return look(member, "POST", `/api/${name}/`, { ...body, [field.name]: value });
        };
        await compare(member, theirs, String(NO_ID), ask(create), `POST ${what}`);
      }
      if (!operations.includes("update") || reachOf(name, member.role, "update") === "none") continue;
      const target = name === "admins" ? member.id : await ownTarget(descriptor);
      const { body } = await member.api.read(name, target);
      const put = (value: Json) =>
        look(member, "PUT", `/api/${name}/${target}`, { ...withoutLinks(body), [field.name]: value });
      await compare(member, theirs, String(NO_ID), ask(put), `PUT ${what}`);
      const patch = (value: Json) =>
        look(member, "PATCH", `/api/${name}/${target}`, [{ op: "replace", path: `/${field.name}`, value }]);
      await compare(member, theirs, String(NO_ID), ask(patch), `PATCH ${what}`);
    }
  }
}

async function ownTarget(descriptor: ResourceDescriptor): Promise<number> {
  if (isMade(descriptor)) return world.shared(descriptor.name);
  return Number((await targetOf(platform, { own: world, foreign: world }, descriptor, "own")).id);
}

/** Fields the role may name in a new record. */
function writable({ name, fields }: ResourceDescriptor, { role }: Member, record: WireRecord): WireRecord {
  const allowed = fields.filter((field) => reachOf(name, role, "create", field.name) === "all");
  return Object.fromEntries(allowed.map((field) => [field.name, record[field.name]]));
}

/** Preferences that are names of records: those of the other reseller are no names at all. */
async function probePreferenceNames(member: Member, { name, preferences }: ResourceDescriptor): Promise<void> {
  if (!preferences || reachOf(name, member.role, "update") === "none") return;
  const definitions = (await member.api.request("GET", `/api/${preferences.replace(/s$/, "defs")}/`)).body ?? {};
  const id = await world.shared(name);
  const names = [...other.records.values()]
    .flatMap((records) => records.slice(0, 1))
    // What preferences know records by.
    .flatMap(({ name: own, level }) => [own, level])
    .filter(isText);
  // What is locked for the caller is refused before a name is looked up.
  const open = Object.entries(definitions).filter(
    ([, definition]) => !(definition as { read_only?: boolean }).read_only,
  );
  for (const [attribute] of open.filter(([key]) => /rewrite_rule_set|ncos|sound_set|profile|manipulation/.test(key))) {
    for (const value of new Set(names)) {
      const ask = (named: string) =>
        look(member, "PATCH", `/api/${preferences}/${id}`, [{ op: "add", path: `/${attribute}`, value: named }]);
      await compare(member, value, nobodys(value), ask, `${preferences}.${attribute}`);
    }
  }
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value.includes(MARK);
}

/** Fields in which a value of the other reseller's is refused because it is taken. */
async function takenFields(descriptor: ResourceDescriptor): Promise<string[]> {
  const { name, fields, operations } = descriptor;
  const member = platform.memberOf("resellerMaster");
  if (!operations.includes("create") || reachOf(name, member.role, "create") === "none") return [];
  if (isOnePerReseller(descriptor)) return [];
  const own = (await member.api.read(name, await world.shared(name))).body ?? {};
  const taken: string[] = [];
  for (const field of fields) {
    const theirs = other.records.get(name)?.at(-1)?.[field.name];
    if (field.readOnly || field.internal || field.enum || theirs === undefined || theirs === null) continue;
    if (namesRecords(field)) continue;
    if (reachOf(name, member.role, "create", field.name) === "none") continue;
    const send = async (value: Json) => {
      const valid = writable(descriptor, member, await world.valid(name));
      return look(member, "POST", `/api/${name}/`, { ...valid, [field.name]: value });
    };
    const answer = await send(theirs);
    if (answer.status === 201) continue;
    taken.push(field.name);
    const here = await send(own[field.name] ?? null);
    const plain = ({ status, text }: Answer, value: Json | undefined) =>
      `${status} ${text.replaceAll(String(value), "…").replaceAll(/\d{9,}/g, "…")}`;
    if (plain(answer, theirs) !== plain(here, own[field.name])) {
      leaks.push(`${name}.${field.name}: ${plain(answer, theirs)} is not ${plain(here, own[field.name])}`);
    }
  }
  return taken;
}

function namesRecords({ reference, fields = [] }: FieldDescriptor): boolean {
  return reference !== undefined || fields.some(namesRecords);
}
