import { sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import { fieldError } from "../../core/validate.ts";
import type { Reading, Row, Work, WriteEvent } from "../entityHooks.ts";
import { listOf } from "./checks.ts";

/** Membership is stored once, as the seat's `pbx_group_ids`; a group's members are the other side of it. */
type GroupEvent = WriteEvent & { readonly row: Row };

/** Checks the groups of a seat, or gives a group the members it was sent. */
export async function writeMembers(event: GroupEvent): Promise<FieldError[]> {
  const { row, input, touched, work } = event;
  if (!row.is_pbx_group) return touched.has("pbx_group_ids") ? checkGroups(event) : [];
  if (!touched.has("pbx_groupmember_ids")) return [];
  const wanted = listOf<number>(input.pbx_groupmember_ids);
  const errors = await checkMembers(event, wanted);
  if (errors.length > 0) return errors;
  const present = await membersOf(work, row.id);
  for (const member of present.filter(({ id }) => !wanted.includes(id))) await setGroups(work, member, without(row.id));
  const missing = wanted.filter((id) => !present.some((member) => member.id === id));
  for (const id of missing) {
    const member = await work.load("subscribers", id);
    if (member) await setGroups(work, member, (groups) => [...groups, row.id]);
  }
  return [];
}

/** A terminated group has no members, a terminated seat no groups. */
export async function leaveGroups(work: Work, row: Row): Promise<void> {
  for (const member of await membersOf(work, row.id)) await setGroups(work, member, without(row.id));
}

/** Members of the groups on a page, by one query. */
export async function presentMembers({ db }: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  const groups = rows.filter((row) => row.is_pbx_group);
  if (groups.length === 0) return;
  const customers = [...new Set(groups.map((group) => Number(group.customer_id)))];
  const { rows: seats } = await sql<{ id: number; pbx_group_ids: number[] }>`
    select id, pbx_group_ids from subscribers
    where customer_id in (${sql.join(customers)}) and pbx_group_ids is not null and status <> 'terminated'
    order by id`.execute(db);
  for (const [index, record] of records.entries()) {
    const row = rows[index];
    if (!row?.is_pbx_group) continue;
    record.pbx_groupmember_ids = seats.filter((seat) => seat.pbx_group_ids.includes(row.id)).map((seat) => seat.id);
  }
}

async function checkGroups({ input, row, work }: GroupEvent): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [index, id] of listOf<number>(input.pbx_group_ids).entries()) {
    const group = await work.load("subscribers", id);
    errors.push(...checkPeer(`/pbx_group_ids/${index}`, group, row, true));
  }
  return errors;
}

async function checkMembers({ row, work }: GroupEvent, ids: readonly number[]): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [index, id] of ids.entries()) {
    const member = await work.load("subscribers", id);
    errors.push(...checkPeer(`/pbx_groupmember_ids/${index}`, member, row, false));
  }
  return errors;
}

function checkPeer(pointer: string, peer: Row | undefined, row: Row, isGroup: boolean): FieldError[] {
  if (!peer || peer.status === "terminated" || Boolean(peer.is_pbx_group) !== isGroup) {
    return [fieldError(pointer, "reference", { resource: "subscribers" })];
  }
  return peer.customer_id === row.customer_id ? [] : [businessError(pointer, "otherCustomer")];
}

async function membersOf({ db }: Work, groupId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from subscribers where pbx_group_ids @> ${JSON.stringify([groupId])}::jsonb and status <> 'terminated'`.execute(
    db,
  );
  return rows;
}

async function setGroups(work: Work, member: Row, change: (groups: number[]) => number[]): Promise<void> {
  await work.change("subscribers", [member.id], { pbx_group_ids: change(listOf<number>(member.pbx_group_ids)) });
}

function without(groupId: number): (groups: number[]) => number[] {
  return (groups) => groups.filter((id) => id !== groupId);
}
