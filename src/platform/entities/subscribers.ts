import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import { sideBySide } from "../db/tables.ts";
import type { EntityHooks, PrepareEvent, Reading, Row, Work, WriteEvent } from "../entityHooks.ts";
import { forgetPreferences } from "../preferences/preferenceStore.ts";
import { hasChanges, isAskable, isChanged, nextValue, refuse, statusChange } from "./checks.ts";
import { checkExtension, presentRange } from "./extensionRange.ts";
import { assertPilotMayGo, checkPbx } from "./pbx.ts";
import { leaveGroups, presentMembers, writeMembers } from "./pbxGroups.ts";
import { assertRoom } from "./subscriberLimits.ts";
import { freeNumbers, presentNumbers, writeNumbers } from "./subscriberNumbers.ts";
import { checkProfile } from "./subscriberProfile.ts";

/** Lock levels that a status brings along: 4 stops all calls and the web interface. */
const LOCK_OF_STATUS: Readonly<Record<string, number>> = { active: 0, locked: 4 };

export const subscribers: EntityHooks = {
  prepare: domainByName,

  async beforeWrite(event) {
    const { mode, values, work } = event;
    const customer = await work.load("customers", Number(nextValue(event, "customer_id")));
    if (mode === "create") await assertRoom(event, customer);
    if (statusChange(event)?.to === "terminated") await assertPilotMayGo(event, customer);
    refuse([
      ...checkCustomer(event, customer),
      ...(await checkDomain(event, customer)),
      ...(await checkProfile(event, customer)),
    ]);
    refuse([...(await checkPbx(event, customer)), ...(await checkExtension(event, customer))]);
    coupleLock(event);
    if (mode === "create") Object.assign(values, { uuid: randomUUID(), create_timestamp: work.now });
    if (hasChanges(event)) values.modify_timestamp = work.now;
  },

  async afterWrite(event) {
    if (statusChange(event)?.to === "terminated") {
      await freeNumbers(event.work, event.row);
      await leaveGroups(event.work, event.row);
      await forgetPreferences(event.work.db, "subscribers", event.row.id);
      return;
    }
    const { errors, hasChanged } = await writeNumbers(event);
    refuse(errors);
    if (hasChanged) await stampModified(event.work, event.row.id);
    refuse(await writeMembers(event));
  },

  async present(reading, rows, records) {
    await sideBySide(reading.db, [
      () => presentDomains(reading, rows, records),
      () => presentNumbers(reading, rows, records),
      () => presentMembers(reading, rows, records),
      () => presentRange(reading, rows, records),
    ]);
  },

  filters: {
    primary_number: { where: (value) => hasNumber(value, sql<boolean>`number.is_primary`) },
    alias: { where: (value) => hasNumber(value, sql<boolean>`not number.is_primary`) },
  },
  legacyColumns: {
    number: sql`(select number.number from numbers as number
      where number.subscriber_id = ${sql.ref("table.id")} and number.is_primary limit 1)`,
  },
};

/** Older clients name the domain and leave its id out. A name that does not exist is refused as a missing id is. */
async function domainByName({ work, body, touched }: PrepareEvent): Promise<WireRecord> {
  const isNamed = touched.has("domain") && !touched.has("domain_id");
  if (!isNamed || !isAskable(body.domain)) return body;
  const { rows } = await sql<{
    id: number;
  }>`select id from domains where lower(domain) = lower(${body.domain})`.execute(work.db);
  const [domain] = rows;
  if (!domain)
    refuse([{ pointer: "/domain", rule: "reference", params: { resource: "domains" }, key: "rules.reference" }]);
  return { ...body, domain_id: domain?.id };
}

function checkCustomer({ mode }: WriteEvent, customer: Row | undefined): FieldError[] {
  const isGone = mode === "create" && customer?.status === "terminated";
  return isGone ? [businessError("/customer_id", "terminated")] : [];
}

async function checkDomain(event: WriteEvent, customer: Row | undefined): Promise<FieldError[]> {
  if (!isChanged(event, "domain_id")) return [];
  const domain = await event.work.load("domains", Number(event.values.domain_id));
  return domain && customer && domain.reseller_id !== customer.reseller_id
    ? [businessError("/domain_id", "otherReseller")]
    : [];
}

/** Locking a subscriber locks all its calls; unlocking opens them unless the request says how far. */
function coupleLock(event: WriteEvent): void {
  const status = nextValue(event, "status");
  const isNew = event.mode === "create" && status === "locked";
  if (!isNew && !statusChange(event)) return;
  const level = LOCK_OF_STATUS[String(status)];
  if (level === undefined || (status === "active" && event.touched.has("lock"))) return;
  event.values.lock = level;
}

/** Numbers are stored elsewhere, yet they are the subscriber's. */
async function stampModified({ db, now }: Work, id: number): Promise<void> {
  await sql`update subscribers set modify_timestamp = ${now} where id = ${id}`.execute(db);
}

async function presentDomains({ db }: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  const ids = [...new Set(rows.map((row) => Number(row.domain_id)))];
  if (ids.length === 0) return;
  const found = await sql<{ id: number; domain: string }>`
    select id, domain from domains where id in (${sql.join(ids)})`.execute(db);
  const names = new Map(found.rows.map(({ id, domain }) => [id, domain]));
  for (const [index, record] of records.entries()) record.domain = names.get(Number(rows[index]?.domain_id)) ?? null;
}

/** Subscribers with this number, however it is written, of a kind that is a condition on `number`. */
export function hasNumber(text: string, kind: RawBuilder<boolean>): RawBuilder<boolean> {
  const digits = text.replace(/\D/g, "");
  return sql<boolean>`exists (select 1 from numbers as number
    where number.number = ${digits} and ${kind} and number.subscriber_id = ${sql.ref("table.id")})`;
}
