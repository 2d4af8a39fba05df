import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import groups from "../../../schemas/sounds.json" with { type: "json" };
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { preferenceKindOf } from "../../core/telephony/preferenceKind.ts";
import { parseFileValue, toFileValue } from "../../core/validation/fileValue.ts";
import { writeTone } from "../../core/values/tone.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { anyOf } from "../db/statements.ts";
import { valuesById } from "../db/valuesById.ts";
import { type PreferenceReplacement, replacePreferenceForOwners } from "../preferences/changePreferences.ts";
import { isColumnChanged, violationAt } from "../records/hookHelpers.ts";
import type { HookContext, ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";

/** Groups of sound handles, and the handles of each, in order. */
const soundGroups: readonly (readonly [group: string, handles: readonly string[]])[] = Object.entries(groups);

/** The purposes of sounds are part of the platform: these lists are the same for everybody. */
const groupRecords: readonly WireRecord[] = soundGroups.map(([name], index) => ({ id: index + 1, name }));
const handleRecords: readonly WireRecord[] = soundGroups
  .flatMap(([group, handles]) => handles.map((handle) => ({ handle, group })))
  .map((record, index) => ({ id: index + 1, ...record }));
const handles = new Set(handleRecords.map(({ handle }) => handle));

export const soundgroups: ResourceHooks<"soundgroups"> = { computeRecords: async () => groupRecords };
export const soundhandles: ResourceHooks<"soundhandles"> = { computeRecords: async () => handleRecords };

export const soundfiles: ResourceHooks<"soundfiles"> = {
  checks: {
    soundHandleUnknown: violationAt(
      "/handle",
      (event) => isColumnChanged(event, "handle") && !handles.has(event.values.handle ?? null),
    ),
  },

  async beforeWrite(event) {
    const { values } = event;
    if (typeof values.soundfile === "string") {
      // A stored sound is recognised by its name.
      const file = parseFileValue(values.soundfile);
      if (!file) values.filename = null;
      else if (!values.filename || !isColumnChanged(event, "filename"))
        values.filename = file.name ?? `${values.handle}.wav`;
    }
  },

  async afterRead(_, __, records) {
    // Platforms store sounds as sent to phones, and keep their original names.
    for (const record of records) {
      if (typeof record.filename === "string") record.filename = record.filename.replace(/\.pcma$/, ".wav");
    }
  },
};

export const soundsets: ResourceHooks<"soundsets"> = {
  checks: {
    parentLoop: violationAt("/parent_id", isAmongParents),
  },

  async afterWrite({ context, input, row, previous }) {
    if (input.copy_from_default === true) await loadDefaultSounds(context, row, input);
    await propagateDefault(context, row, previous);
  },

  async beforeRemove({ context, row }) {
    const customer = defaultFor(row);
    if (customer !== undefined) await replaceDefaultSet(context, allOf(customer), { from: [row.id], to: null });
  },

  async afterRead({ db }, rows, records) {
    const ids = rows.flatMap(({ parent_id }) => parent_id ?? []);
    const names = await valuesById<string>(db, "soundsets", "name", ids);
    records.forEach((record, index) => {
      record.contract_id = record.customer_id ?? null;
      record.parent_name = names.get(rows[index]?.parent_id ?? 0) ?? null;
    });
  },
};

/** One set of a customer is its default: its subscribers use it unless given another one. */
async function propagateDefault(
  context: HookContext,
  row: Row<"soundsets">,
  previous: Row<"soundsets"> | undefined,
): Promise<void> {
  const [was, is] = [previous && defaultFor(previous), defaultFor(row)];
  if (was === is) return;
  if (was !== undefined) await replaceDefaultSet(context, allOf(was), { from: [row.id], to: null });
  if (is === undefined) return;
  // No subscribers are created at the same time: that waits for the lock of the customer as well.
  await context.db.selectFrom("customers").select("id").where("id", "=", is).forUpdate().execute();
  const otherSets = ((await defaultsOf(context, new Set([is]))).get(is) ?? []).filter((id) => id !== row.id);
  await replaceDefaultSet(context, allOf(is), { from: otherSets, to: row.id });
  if (otherSets.length > 0) await context.updateMany("soundsets", otherSets, { contract_default: false });
}

/** Assigns the default sets of their customers to new subscribers. */
export async function assignDefaultSets(context: HookContext, rows: readonly Row<"subscribers">[]): Promise<void> {
  const sets = await defaultsOf(context, new Set(rows.map(({ customer_id }) => customer_id)));
  for (const [customer, [to]] of sets) {
    const ids = rows.filter(({ customer_id }) => customer_id === customer).map(({ id }) => id);
    if (to !== undefined) await replaceDefaultSet(context, owner("owner.id", "=", anyOf(ids)), { from: [], to });
  }
}

/** The customer whose default set it is, if any. */
function defaultFor({ contract_default, customer_id }: Row<"soundsets">): number | undefined {
  return contract_default ? (customer_id ?? undefined) : undefined;
}

/** The default sets of customers, by customer. */
async function defaultsOf({ db }: HookContext, customers: ReadonlySet<number>): Promise<ReadonlyMap<number, number[]>> {
  const sets = new Map<number, number[]>();
  if (customers.size === 0) return sets;
  const own = db.selectFrom("soundsets").select(["id", "customer_id"]).where("customer_id", "=", anyOf(customers));
  for (const { id, customer_id } of await own.where("contract_default", "is", true).orderBy("id").execute())
    if (customer_id !== null) sets.set(customer_id, [...(sets.get(customer_id) ?? []), id]);
  return sets;
}

const owner = expressionBuilder<Tables & { owner: Tables["subscribers"] }, "owner">();

function allOf(customer: number): Expression<SqlBool> {
  return owner.and([owner("owner.customer_id", "=", customer), owner("owner.status", "<>", sql.lit("terminated"))]);
}

async function replaceDefaultSet(
  context: HookContext,
  owners: Expression<SqlBool>,
  change: Omit<PreferenceReplacement, "owners">,
): Promise<void> {
  const kind = preferenceKindOf("subscribers");
  if (kind) await replacePreferenceForOwners(context, kind, "contract_sound_set", { owners, ...change });
}

/** Whether a set would be its own ancestor. */
async function isAmongParents(event: WriteEvent<"soundsets">): Promise<boolean> {
  const { context, values, previous } = event;
  if (!previous || !isColumnChanged(event, "parent_id") || values.parent_id === null) return false;
  const { rows } = await sql`
    with recursive above(id, parent_id) as (
      select id, parent_id from soundsets where id = ${values.parent_id}
      union select soundsets.id, soundsets.parent_id from soundsets join above on soundsets.id = above.parent_id
    ) select 1 from above where id = ${previous.id} limit 1`.execute(context.db);
  return rows.length > 0;
}

/**
 * File values of the default sounds, by handle. The embedded platform plays no calls and has no recordings: each handle
 * has a tone of its own pitch, the same in every language.
 */
const defaultSounds: ReadonlyMap<string, string> = new Map(
  soundGroups
    .flatMap(([, handles]) => handles)
    .map((handle, index) => {
      const tone = writeTone({ hertz: 220 + 20 * index, milliseconds: 300 });
      const base64 = Buffer.from(tone).toString("base64");
      return [handle, toFileValue({ type: "audio/x-wav", name: `${handle}.wav`, base64 })];
    }),
);

/** Loads the default sounds into a set, for missing or for all handles, as requested. */
async function loadDefaultSounds(context: HookContext, set: Row<"soundsets">, input: WireRecord): Promise<void> {
  const present = await context.findBy("soundfiles", { set_id: set.id });
  const isReplaced = ({ filename }: Row<"soundfiles">) => input.replace_existing === true || filename === null;
  const soundOf = (handle: string) => ({
    soundfile: defaultSounds.get(handle) ?? null,
    filename: `${handle}.wav`,
    loopplay: input.loopplay === true,
    use_parent: false,
  });
  const replaced = present.filter((file) => defaultSounds.has(file.handle) && isReplaced(file)).map(({ id }) => id);
  await context.updateMany("soundfiles", replaced, ({ handle }) => soundOf(handle));
  const presentHandles = new Set(present.map(({ handle }) => handle));
  const missing = [...defaultSounds.keys()].filter((handle) => !presentHandles.has(handle));
  const { id: set_id, reseller_id } = set;
  await context.insertMany(
    "soundfiles",
    missing.map((handle) => ({ set_id, reseller_id, handle, ...soundOf(handle) })),
  );
}
