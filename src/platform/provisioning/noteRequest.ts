import type { FastifyRequest } from "fastify";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";

/** What became of a device's request, as `pbxdevicerequests` tells it. */
export interface DeviceRequest {
  readonly kind: "config" | "bootstrap" | "firmware" | "directory";
  readonly outcome:
    | "served"
    | "unknown_device"
    | "wrong_network"
    | "not_encrypted"
    | "no_certificate"
    | "wrong_certificate"
    | "template_failed"
    | "nothing_newer";
  /** As the device sent it. */
  readonly identifier: string;
  readonly device?: { readonly id: number; readonly reseller_id: number | null } | undefined;
  /** The version that was served, or what was wrong with a template. */
  readonly detail?: string | undefined;
  readonly hasPassword?: boolean | undefined;
}

/** Days for which requests of devices that nobody knows are kept. */
const UNKNOWN_DAYS = 30;
/** As many of them as are kept at most, whoever tries names. */
const MOST_UNKNOWN = 10_000;
const LONGEST = 255;

/** Notes a request of a device; the same one again counts. */
export async function noteRequest(
  db: Kysely<Tables>,
  request: FastifyRequest,
  { kind, outcome, identifier, device, detail, hasPassword = false }: DeviceRequest,
  now: Date,
): Promise<void> {
  const time = now.toISOString();
  const key = {
    ...{ kind, outcome, ip: request.ip.slice(0, 45) },
    identifier: identifier.replaceAll("\0", "").slice(0, LONGEST),
    device_id: device?.id ?? null,
    detail: detail?.slice(0, LONGEST) ?? null,
  };
  const last = {
    time,
    user_agent: request.headers["user-agent"]?.slice(0, LONGEST) ?? null,
    is_encrypted: request.protocol === "https",
    has_password: hasPassword,
  };
  // One of the two has an index that leaves a few rows.
  const who = device
    ? sql`device_id = ${device.id}`
    : sql`device_id is null and lower(identifier) = lower(${key.identifier}::text)`;
  const counted = await sql<{ id: number }>`
    update pbxdevicerequests
    set requests = requests + 1, time = ${last.time}, user_agent = ${last.user_agent},
      is_encrypted = ${last.is_encrypted}, has_password = ${last.has_password}
    where id = (
      select id from pbxdevicerequests where ${who} and identifier = ${key.identifier} and kind = ${kind}
        and outcome = ${outcome} and ip = ${key.ip} and detail is not distinct from ${key.detail}
      order by id limit 1)
    returning id`.execute(db);
  if (counted.rows.length > 0) return;
  await db
    .insertInto("pbxdevicerequests")
    .values({
      ...key,
      ...last,
      first_time: time,
      requests: 1,
      reseller_id: device?.reseller_id ?? null,
    })
    .execute();
  if (!device) await forgetUnknown(db, now);
}

async function forgetUnknown(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNKNOWN_DAYS * 24 * 60 * 60 * 1000).toISOString();
  await sql`delete from pbxdevicerequests where device_id is null and (time < ${before} or id <= (
    select id from pbxdevicerequests where device_id is null order by id desc offset ${MOST_UNKNOWN} limit 1))`.execute(
    db,
  );
}
