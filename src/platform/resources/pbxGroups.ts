import { sql } from "kysely";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { hasValue, textIn } from "../../core/schema/valueAt.ts";
import { fieldError } from "../../core/validation/errors.ts";
import { generatePassword } from "../../core/validation/generatePassword.ts";
import { toBoolean } from "../../core/validation/normalizeRecord.ts";
import { memoize } from "../../core/values/memoize.ts";
import { anyOf } from "../db/statements.ts";
import { pilotOf } from "../features/subscriberEvents/pilots.ts";
import { refuse, toJsonArray } from "../records/hookHelpers.ts";
import type { Check, HookContext, ReadContext, Row, ValidateEvent, WrittenEvent } from "../resourceHooks.ts";

/** Longer than group names, with room for a number suffix. */
const MAX_USERNAME_LENGTH = 100;

/** The fields that the platform generates for a new PBX group, which needs no login. */
const GENERATED = ["username", "password", "domain_id"] as const;

/** The pilot behind a new group that lacks what is generated; undefined for anything else. */
const pilotBehind = memoize(async ({ context, mode, body }: ValidateEvent<"subscribers">) => {
  const isGroup = toBoolean(body.is_pbx_group) === true;
  if (mode !== "create" || !isGroup || GENERATED.every((name) => hasValue(body[name]))) return undefined;
  const id = Number(textIn(body, "customer_id"));
  const customer = Number.isInteger(id) ? await context.load("customers", id) : undefined;
  const { resellerId } = context.actor;
  const isKnown = customer && (resellerId === null || customer.reseller_id === resellerId);
  // Errors of the customer are reported by validation.
  if (!isKnown || customer.type !== "pbxaccount") return undefined;
  return { pilot: await pilotOf(context, customer.id) };
});

/** Without a pilot nothing can be generated. */
export const groupWithoutPilot: Pick<Required<Check<"subscribers", "/is_pbx_pilot">>, "beforeValidate"> = {
  async beforeValidate(event) {
    const behind = await pilotBehind(event);
    return behind && !behind.pilot ? [{ pointer: "/is_pbx_pilot" }] : [];
  },
};

/** User name and password of a new PBX group are generated, and its domain is the pilot's. */
export async function completeGroup(event: ValidateEvent<"subscribers">): Promise<WireRecord> {
  const { context, body } = event;
  const pilot = (await pilotBehind(event))?.pilot;
  if (!pilot) return body;
  const lacks = (name: (typeof GENERATED)[number] | "display_name") => !hasValue(body[name]);
  if (lacks("username") && lacks("display_name")) refuse([fieldError("/display_name", "required")]);
  const domain = lacks("domain_id") ? pilot.domain_id : (body.domain_id ?? null);
  return {
    ...body,
    domain_id: domain,
    ...(lacks("username")
      ? { username: await freeUsername(context, Number(domain), textIn(body, "display_name")) }
      : {}),
    ...(lacks("password") ? { password: generatePassword(context.settings.passwordPolicy) } : {}),
  };
}

/** The name in SIP-safe letters, with a number suffix if the domain already has such a user. */
async function freeUsername({ db }: HookContext, domain: number, name: string): Promise<string> {
  const lowerCase = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const letters = lowerCase.replaceAll(/[^a-z0-9]+/g, "-").slice(0, MAX_USERNAME_LENGTH);
  const base = letters.replaceAll(/^-|-$/g, "") || "group";
  if (!Number.isInteger(domain)) return base;
  const rows = await db
    .selectFrom("subscribers")
    .select(({ fn }) => fn<string>("lower", ["username"]).as("username"))
    .where("domain_id", "=", domain)
    .where(({ fn }) => fn<string>("lower", ["username"]), "like", `${base}%`)
    .where("status", "<>", sql.lit("terminated"))
    .execute();
  const usedNames = new Set(rows.map(({ username }) => username));
  let number = 1;
  const called = () => (number === 1 ? base : `${base}-${number}`);
  while (usedNames.has(called())) number += 1;
  return called();
}

/**
 * Gives a group the members sent. Membership is stored once, as the seat's `pbx_group_ids`; a group's members are
 * derived from it.
 */
export async function writeMembers({ row, input, sentFields, context }: WrittenEvent<"subscribers">): Promise<void> {
  if (!row.is_pbx_group || !sentFields.has("pbx_groupmember_ids")) return;
  const desiredIds = input.pbx_groupmember_ids ?? [];
  const present = (await membersOf(context, [row.id])).map(({ id }) => id);
  const leaving = present.filter((id) => !desiredIds.includes(id));
  await setGroups(context, leaving, (groups) => groups.filter((id) => id !== row.id));
  const missing = desiredIds.filter((id) => !present.includes(id));
  await setGroups(context, missing, (groups) => [...groups, row.id]);
}

/** A terminated group has no members, a terminated seat no groups. */
export async function leaveGroups(context: HookContext, ids: readonly number[]): Promise<void> {
  const members = (await membersOf(context, ids)).map(({ id }) => id);
  await setGroups(context, members, (groups) => groups.filter((id) => !ids.includes(id)));
}

/** Members of the groups on a page, with one query. */
export async function presentMembers(
  { db }: ReadContext,
  rows: readonly Row<"subscribers">[],
  records: WireRecord[],
): Promise<void> {
  const groups = rows.filter((row) => row.is_pbx_group);
  if (groups.length === 0) return;
  const customers = [...new Set(groups.map((group) => group.customer_id))];
  const seats = await db
    .selectFrom("subscribers")
    .select(["id", "pbx_group_ids"])
    .where("customer_id", "=", anyOf(customers))
    .where("pbx_group_ids", "is not", null)
    .where("status", "<>", sql.lit("terminated"))
    .orderBy("id")
    .execute();
  for (const [index, record] of records.entries()) {
    const row = rows[index];
    if (!row?.is_pbx_group) continue;
    const members = seats.filter((seat) => toJsonArray(seat.pbx_group_ids).includes(row.id));
    record.pbx_groupmember_ids = members.map((seat) => seat.id);
  }
}

function membersOf({ db }: HookContext, groupIds: readonly number[]): Promise<{ id: number }[]> {
  const groups = sql<number[]>`any(${groupIds.map((id) => `[${id}]`)}::jsonb[])`;
  const members = db.selectFrom("subscribers").select("id").where("pbx_group_ids", "@>", groups);
  return members.where("status", "<>", sql.lit("terminated")).execute();
}

async function setGroups(
  context: HookContext,
  ids: readonly number[],
  change: (groups: number[]) => number[],
): Promise<void> {
  await context.updateMany("subscribers", ids, (member) => ({
    pbx_group_ids: change(toJsonArray(member.pbx_group_ids)),
  }));
}
