import { groupBy } from "../../../core/values/groupBy.ts";
import { insertAll } from "../../db/insertAll.ts";
import { anyOf } from "../../db/statements.ts";
import type { HookContext, Row } from "../../resourceHooks.ts";
import { pilotsOf } from "./pilots.ts";

type Subscriber = Row<"subscribers">;

/** A subscriber before and after a change; `before` is undefined if it is new. */
interface ChangedSubscriber {
  readonly before: Subscriber | undefined;
  readonly after: Subscriber;
}

type HeldNumber = Pick<Row<"numbers">, "id" | "subscriber_id" | "cc" | "ac" | "sn" | "number" | "is_primary">;

/** An event: what happened, with the profile before and afterwards. */
interface Happening extends Omit<ProfileChange, "type"> {
  readonly type: ProfileChange["type"] | "start_huntgroup" | "end_huntgroup" | "start_ivr" | "end_ivr";
}

/** Numbers by subscriber, in the order of their ids, before and after a change. */
interface Numbers {
  readonly before: ReadonlyMap<number, readonly HeldNumber[]>;
  readonly after: ReadonlyMap<number, readonly HeldNumber[]>;
}

/**
 * Writes the events of subscribers that are about to change: to be called before their numbers are written. What it
 * returns is called afterwards. `endedIvr`: terminated ones whose calls went to the auto attendant.
 */
export async function watchSubscribers(
  context: HookContext,
  changes: readonly ChangedSubscriber[],
): Promise<(endedIvr?: ReadonlySet<number>) => Promise<void>> {
  const concerned = changes.filter(isConcerned);
  if (concerned.length === 0) return async () => undefined;
  const before = await numbersAround(context, concerned);
  return async (endedIvr = new Set()) => {
    const numbers = { before, after: await numbersAround(context, concerned) };
    const pilots = await pilotsOf(context, customersOf(concerned));
    const drafts = concerned.flatMap((change) => {
      const happened = happeningsOf(change, numbers, pilots.get(change.after.customer_id), endedIvr);
      return happened.map((happening) => ({ change, happened: happening }));
    });
    await store(context, drafts, numbers, pilots);
  };
}

/** Writes the events of a number that has moved from one subscriber to another. */
export async function recordMovedNumber(context: HookContext, moved: HeldNumber, formerId: number): Promise<void> {
  const both = await context.loadAll("subscribers", [formerId, moved.subscriber_id]);
  const rows = [both.get(formerId), both.get(moved.subscriber_id)].filter((row) => row !== undefined);
  const changes = rows.map((row) => ({ before: row, after: row })).filter(isConcerned);
  if (changes.length === 0) return;
  const after = await numbersAround(context, changes);
  const all = [...after.values()].flat();
  const former = all.map((number) => (number.id === moved.id ? { ...number, subscriber_id: formerId } : number));
  const numbers = { before: groupBy(former, ({ subscriber_id }) => subscriber_id), after };
  const pilots = await pilotsOf(context, customersOf(changes));
  const drafts = changes.flatMap((change) =>
    profileChanges(stateOf(change.before, numbers.before), stateOf(change.after, numbers.after)).map((happened) => ({
      change,
      happened,
    })),
  );
  await store(context, drafts, numbers, pilots);
}

/** Writes that calls of a subscriber begin or cease to go to the auto attendant, for each of its aliases. */
export async function recordIvrEvents(
  context: HookContext,
  subscriberId: number,
  type: "start_ivr" | "end_ivr",
): Promise<void> {
  const row = await context.load("subscribers", subscriberId);
  if (!row) return;
  const change = { before: row, after: row };
  const numbers = await numbersAround(context, [change]);
  const happened = ofEachAlias(numbers.get(row.id), { type, from: null, to: null });
  const drafts = happened.map((happening) => ({ change, happened: happening }));
  await store(context, drafts, { before: numbers, after: numbers }, await pilotsOf(context, [row.customer_id]));
}

/** There are no events of a subscriber without profile, unless it is a group or is terminated. */
function isConcerned({ before, after }: ChangedSubscriber): boolean {
  const isEnding = isTerminated(after) && before !== undefined && !isTerminated(before);
  const hasProfile = (before?.profile_id ?? null) !== null || after.profile_id !== null;
  return isEnding || (!isTerminated(after) && (hasProfile || (after.is_pbx_group === true && !before)));
}

function isTerminated({ status }: Subscriber): boolean {
  return status === "terminated";
}

function stateOf(row: Subscriber | undefined, numbers: ReadonlyMap<number, readonly HeldNumber[]>) {
  if (!row || isTerminated(row)) return undefined;
  return { profile: row.profile_id, aliases: aliasesOf(numbers.get(row.id)) };
}

function aliasesOf(numbers: readonly HeldNumber[] = []): readonly string[] {
  return numbers.filter(({ is_primary }) => !is_primary).map(({ number }) => number ?? "");
}

function happeningsOf(
  { before, after }: ChangedSubscriber,
  numbers: Numbers,
  pilot: Subscriber | undefined,
  endedIvr: ReadonlySet<number>,
): readonly Happening[] {
  const changes = profileChanges(stateOf(before, numbers.before), stateOf(after, numbers.after));
  if (!before) {
    const group = { type: "start_huntgroup", from: null, to: after.profile_id } as const;
    return [...changes, ...(after.is_pbx_group ? ofEachAlias(numbers.after.get(after.id), group) : [])];
  }
  if (!isTerminated(after)) return changes;
  const previousNumbers = numbers.before.get(after.id);
  const returned = new Set(pilot && pilot.id !== after.id ? aliasesOf(numbers.after.get(pilot.id)) : []);
  return [
    ...aliasesOf(previousNumbers).flatMap((alias): Happening[] => [
      ...changes.filter((change) => change.alias === alias),
      // It goes back to the pilot, which is an event of the subscriber that had it.
      ...(pilot && returned.has(alias) && pilot.profile_id !== null
        ? [{ type: "start_profile" as const, alias, from: null, to: pilot.profile_id }]
        : []),
    ]),
    ...changes.filter(({ alias }) => alias === null),
    ...(before.is_pbx_group
      ? ofEachAlias(previousNumbers, { type: "end_huntgroup", from: before.profile_id, to: null })
      : []),
    ...(endedIvr.has(after.id) ? ofEachAlias(previousNumbers, { type: "end_ivr", from: null, to: null }) : []),
  ];
}

function ofEachAlias(
  numbers: readonly HeldNumber[] | undefined,
  happened: Omit<Happening, "alias">,
): readonly Happening[] {
  const aliases = aliasesOf(numbers);
  return (aliases.length === 0 ? [null] : aliases).map((alias) => ({ ...happened, alias }));
}

const customersOf = (changes: readonly ChangedSubscriber[]) => changes.map(({ after }) => after.customer_id);

/** The numbers of subscribers and of their customers' pilots. */
async function numbersAround({ db }: HookContext, changes: readonly ChangedSubscriber[]): Promise<Numbers["before"]> {
  const ids = changes.map(({ after }) => after.id);
  const customers = customersOf(changes);
  const pilots = db
    .selectFrom("subscribers")
    .select("id")
    .where("customer_id", "=", anyOf(new Set(customers)))
    .where("is_pbx_pilot", "is", true);
  const rows = await db
    .selectFrom("numbers")
    .select(["id", "subscriber_id", "cc", "ac", "sn", "number", "is_primary"])
    .where((row) => row.or([row("subscriber_id", "=", anyOf(ids)), row("subscriber_id", "in", pilots)]))
    .orderBy("id")
    .execute();
  return groupBy(rows, ({ subscriber_id }) => subscriber_id);
}

interface PendingEvent {
  readonly change: ChangedSubscriber;
  readonly happened: Happening;
}

/** Stores events as they are then: what they tell of numbers and profiles are copies. */
async function store(
  context: HookContext,
  drafts: readonly PendingEvent[],
  numbers: Numbers,
  pilots: ReadonlyMap<number, Subscriber>,
): Promise<void> {
  if (drafts.length === 0) return;
  const names = await loadNames(context, drafts, pilots);
  const timestamp = new Date(Math.floor(context.now.getTime() / 1000) * 1000);
  const rows = drafts.map(({ change, happened }) => {
    const { before, after } = change;
    const pilot = pilots.get(after.customer_id);
    const ownTags = tagsOf(after.id, numbers, before !== undefined, !isTerminated(after));
    const ofPilot = tagsOf(pilot?.id, numbers, true, true);
    return {
      type: happened.type,
      subscriber_id: after.id,
      reseller_id: after.reseller_id,
      old_status: profileText(happened.from),
      new_status: profileText(happened.to),
      timestamp,
      non_primary_alias_username: happened.alias,
      ...ownTags,
      ...profileOf(after.profile_id === null && before ? before : after, names),
      pilot_subscriber_id: pilot?.id ?? null,
      ...prefixed(ofPilot),
      ...prefixed(profileOf(pilot, names)),
      export_status: "unexported",
    };
  });
  await insertAll(context.db, "events", rows);
}

function profileText(profile: number | null): string {
  return profile === null ? "" : String(profile);
}

interface Names {
  readonly profiles: ReadonlyMap<number, string>;
  readonly sets: ReadonlyMap<number, string>;
}

async function loadNames(
  context: HookContext,
  drafts: readonly PendingEvent[],
  pilots: ReadonlyMap<number, Subscriber>,
): Promise<Names> {
  const rows = [...drafts.flatMap(({ change: { before, after } }) => [before, after]), ...pilots.values()];
  const existing = rows.filter((row) => row !== undefined);
  const idsOf = (column: "profile_id" | "profile_set_id") => existing.flatMap((row) => row[column] ?? []);
  const profiles = await context.loadAll("subscriberprofiles", idsOf("profile_id"));
  const sets = await context.loadAll("subscriberprofilesets", idsOf("profile_set_id"));
  return {
    profiles: new Map([...profiles].map(([id, { name }]) => [id, name])),
    sets: new Map([...sets].map(([id, { name }]) => [id, name])),
  };
}

function profileOf(row: Subscriber | undefined, { profiles, sets }: Names) {
  const { profile_id = null, profile_set_id = null } = row ?? {};
  return {
    subscriber_profile_id: profile_id,
    subscriber_profile_name: profile_id === null ? null : (profiles.get(profile_id) ?? null),
    subscriber_profile_set_id: profile_set_id,
    subscriber_profile_set_name: profile_set_id === null ? null : (sets.get(profile_set_id) ?? null),
  };
}

function tagsOf(id: number | undefined, { before, after }: Numbers, was: boolean, is: boolean) {
  const [then, now] = [was ? (before.get(id ?? 0) ?? []) : [], is ? (after.get(id ?? 0) ?? []) : []];
  const primaryOf = (numbers: readonly HeldNumber[]) => numbers.find(({ is_primary }) => is_primary);
  const primary = primaryOf(now) ?? primaryOf(then);
  return {
    primary_number_id: primary?.id ?? null,
    primary_number_cc: primary?.cc ?? null,
    primary_number_ac: primary?.ac ?? null,
    primary_number_sn: primary?.sn ?? null,
    primary_alias_username_before: primaryOf(then)?.number ?? null,
    primary_alias_username_after: primaryOf(now)?.number ?? null,
    first_non_primary_alias_username_before: aliasesOf(then)[0] ?? null,
    first_non_primary_alias_username_after: aliasesOf(now)[0] ?? null,
  };
}

function prefixed(tags: Readonly<Record<string, string | number | null>>): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [`pilot_${name}`, value]));
}

/** The state that profile events depend on: the profile of a subscriber, and its aliases in the order of their ids. */
interface ProfileState {
  readonly profile: number | null;
  readonly aliases: readonly string[];
}

/** An event: of this alias, or without one; from one profile to another. */
interface ProfileChange {
  readonly type: "start_profile" | "update_profile" | "end_profile";
  readonly alias: string | null;
  readonly from: number | null;
  readonly to: number | null;
}

const nothing: ProfileState = { profile: null, aliases: [] };

/**
 * The profile events of a change: of aliases that stay, then of those that came, then of those that left. A subscriber
 * that has no alias has one event without. Undefined: it does not exist, or is terminated.
 */
function profileChanges(before: ProfileState = nothing, after: ProfileState = nothing): readonly ProfileChange[] {
  const { profile: from } = before;
  const { profile: to } = after;
  if (before.aliases.length === 0 && after.aliases.length === 0) return changeOf(null, from, to);
  const staying = after.aliases.filter((alias) => before.aliases.includes(alias));
  const added = after.aliases.filter((alias) => !before.aliases.includes(alias));
  const gone = before.aliases.filter((alias) => !after.aliases.includes(alias));
  return [
    ...staying.flatMap((alias) => changeOf(alias, from, to)),
    ...added.flatMap((alias) => changeOf(alias, null, to)),
    ...gone.flatMap((alias) => changeOf(alias, from, null)),
  ];
}

function changeOf(alias: string | null, from: number | null, to: number | null): readonly ProfileChange[] {
  if (from === to) return [];
  const type = from === null ? "start_profile" : to === null ? "end_profile" : "update_profile";
  return [{ type, alias, from, to }];
}
