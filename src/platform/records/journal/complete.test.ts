import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Api, embedded } from "../../../../tests/support/api.ts";
import { type Demonstration, startDemonstration } from "../../../../tests/support/demonstration.ts";
import { World } from "../../../../tests/support/world.ts";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { preferenceKinds, valuesResource } from "../../../core/telephony/preferenceKind.ts";
import { resources } from "../../../generated/all.gen.ts";
import { storage } from "../../../generated/tables.gen.ts";

const RESELLER = 2;

let platform: Demonstration;
let api: Api;
let world: World;

beforeAll(async () => {
  platform = await startDemonstration();
  api = await platform.as("administrator");
  api.lend("interceptions", await platform.as("intercept"));
  world = new World(api, RESELLER);
  const db = platform.database.kysely;
  await sql`create table written_rows (tx bigint, place text, before jsonb, after jsonb)`.execute(db);
  await sql`create function note_row() returns trigger language plpgsql as $$ begin
      insert into written_rows values (txid_current(), TG_ARGV[0], to_jsonb(old), to_jsonb(new));
      return null;
    end $$`.execute(db);
  for (const table of new Set([...tables.keys(), "preferences", "journals"])) {
    await sql`create trigger note_row after insert or update or delete on ${sql.table(table)}
      for each row execute function note_row(${sql.lit(table)})`.execute(db);
  }
});
afterAll(() => platform.close());

beforeEach(forget);

async function forget(): Promise<void> {
  await sql`delete from written_rows`.execute(platform.database.kysely);
}

/** Table -> the resources that are stored there and have a journal. */
const tables = new Map<string, ResourceDescriptor[]>();
for (const { descriptor } of Object.values(resources)) {
  const table = storage[descriptor.name]?.name;
  if (table !== undefined && descriptor.journal) tables.set(table, [...(tables.get(table) ?? []), descriptor]);
}

type Row = Readonly<Record<string, Json>>;

interface Written {
  readonly tx: string;
  readonly place: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** What was written without an entry in the same transaction, as "resource id: what". */
async function unexplained(): Promise<string[]> {
  const { rows } = await sql<Written>`select * from written_rows`.execute(platform.database.kysely);
  const entries = new Set(
    rows.flatMap(({ tx, place, after }) =>
      place === "journals" && after ? [`${tx} ${after.resource_name} ${after.resource_id}`] : [],
    ),
  );
  const found = rows.flatMap(({ tx, place, before, after }) => {
    const row = after ?? before ?? {};
    const names = place === "preferences" ? preferencesOf(row) : (tables.get(place) ?? []).map(toEntryOf(row));
    const changed = changedFields(place, before, after);
    const isExplained = names.some((name) => entries.has(`${tx} ${name}`));
    return changed.length === 0 || names.length === 0 || isExplained ? [] : [`${names[0]}: ${changed}`];
  });
  return [...new Set(found)];
}

/** The entry of a subscriber has its numbers, and that of a batch how many vouchers were made. */
const toEntryOf =
  (row: Row) =>
  ({ name }: ResourceDescriptor) =>
    name === "numbers"
      ? `subscribers ${row.subscriber_id}`
      : name === "vouchers" && row.batch_id !== null
        ? `voucherbatches ${row.batch_id}`
        : `${name} ${row.id}`;

/** The entry of an owner has what its preferences start with, and what follows from its numbers. */
function preferencesOf({ owner_kind, owner_id }: Row): string[] {
  const kind = preferenceKinds.find((one) => one.kind === owner_kind);
  return kind
    ? [`${valuesResource(kind)} ${owner_id}`, `${kind.owner.resource} ${owner_id}`]
    : [`${owner_kind} ${owner_id}`];
}

/** The fields that people set and that differ; an added or deleted row is one change. */
function changedFields(place: string, before: Row | null, after: Row | null): readonly string[] {
  if (!before || !after) return [after ? "added" : "deleted"];
  const fields = place === "preferences" ? ["value", "target_id"] : (tables.get(place) ?? []).flatMap(settable);
  return fields.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

const settable = ({ fields }: ResourceDescriptor) =>
  fields.filter(({ readOnly, internal }) => !readOnly && !internal).map(({ name }) => name);

const expectAllExplained = async () => expect(await unexplained()).toEqual([]);

it("records of every resource are journaled when they are made and deleted, with all that follows", async () => {
  const made: [string, number][] = [];
  for (const { name, operations } of [...tables.values()].flat()) {
    if (!operations.includes("create")) continue;
    const id = await world.make(name);
    if (operations.includes("delete")) made.push([name, id]);
  }
  await expectAllExplained();
  await forget();
  for (const [name, id] of made.reverse()) await api.request("DELETE", `/api/${name}/${id}`);
  await expectAllExplained();
});

it("default sounds are journaled one by one", async () => {
  const set = await world.make("soundsets", { copy_from_default: true });
  await api.patch("soundsets", set, [
    { op: "replace", path: "/copy_from_default", value: true },
    { op: "replace", path: "/replace_existing", value: true },
    { op: "replace", path: "/loopplay", value: true },
  ]);
  await expectAllExplained();
});

it("values of an own preference are journaled when it loses a choice, and when it is deleted", async () => {
  const choices = ["gold", "silver"].map((value) => ({ label: value, value, default_val: false }));
  const flags = { usr_pref: true, contract_pref: true, reseller_id: undefined, autoprov_device_id: undefined };
  const id = await world.make("preferencesmetaentries", {
    ...{ ...flags, attribute: "medals", data_type: "enum", max_occur: false, enum: choices },
  });
  const subscriber = await world.make("subscribers");
  const give = (value: Json) =>
    api.request("PATCH", `/api/subscriberpreferences/${subscriber}`, [{ op: "add", path: "/__medals", value }]);
  expect((await give(["gold", "silver"])).status).toBe(204);
  await api.patch("preferencesmetaentries", id, [{ op: "replace", path: "/enum", value: choices.slice(0, 1) }]);
  await api.request("DELETE", `/api/preferencesmetaentries/${id}`);
  await expectAllExplained();
  const entries = await api.request("GET", `/api/subscriberpreferences/${subscriber}/journal/?order_by=id&rows=9`);
  expect(embedded(entries, "journal").map(({ changes }) => changes)).toEqual([
    { __medals: { before: null, after: ["gold", "silver"] } },
    { __medals: { before: ["gold", "silver"], after: ["gold"] } },
    { __medals: { before: ["gold"], after: null } },
  ]);
});
