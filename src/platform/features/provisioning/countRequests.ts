import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../generated/database.gen.ts";

/** A line of `pbxdevicerequests`, but for how often and since when. */
export interface CountedRequest {
  readonly device_id: number | null;
  readonly reseller_id: number | null;
  readonly identifier: string;
  readonly kind: string;
  readonly outcome: string;
  readonly detail: string | null;
  readonly ip: string;
  /** RFC 3339. */
  readonly time: string;
  readonly user_agent: string | null;
  readonly is_encrypted: boolean;
  readonly has_password: boolean;
}

/** Characters of a text that are kept. */
const MAX_TEXT_LENGTH = 255;
const MAX_IP_LENGTH = 45;
/** Days for which requests of devices that nobody knows are kept. */
const UNKNOWN_DAYS = 30;
/** A bound of what guessing names can store. */
const MAX_UNKNOWN_DEVICES = 10_000;

/**
 * Keeps requests with one statement; the same one again counts, and tells what of it was last. Lines are locked in the
 * order of ids: a common order prevents deadlocks with other nodes.
 */
export async function countRequests(db: Kysely<Tables>, requests: readonly CountedRequest[]): Promise<void> {
  const lines = together(requests.map(storable)).map((request, line) => ({ line, ...request }));
  const same = sql`kind = given.kind and outcome = given.outcome and ip = given.ip and identifier = given.identifier
    and detail is not distinct from given.detail and reseller_id is not distinct from given.reseller_id`;
  // Each of the two halves of `known` has an index that leaves a few rows.
  const { rows } = await sql<{ added_unknown: boolean | null }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given (line integer, device_id integer,
        identifier text, kind text, outcome text, detail text, ip text, reseller_id integer, time timestamptz,
        user_agent text, is_encrypted boolean, has_password boolean, requests integer)
    ), found as (
      select given.line, known.id from given cross join lateral (
        (select id from pbxdevicerequests where device_id = given.device_id and ${same} order by id limit 1)
        union all
        (select id from pbxdevicerequests where given.device_id is null and device_id is null
          and lower(identifier) = lower(given.identifier) and ${same} order by id limit 1)
      ) as known
    ), locked as (
      select id from pbxdevicerequests where id in (select id from found) order by id for update
    ), counted as (
      update pbxdevicerequests as kept
      set requests = kept.requests + given.requests, time = given.time, user_agent = given.user_agent,
        is_encrypted = given.is_encrypted, has_password = given.has_password
      from given join found on found.line = given.line join locked on locked.id = found.id
      where kept.id = locked.id
      returning given.line
    ), added as (
      insert into pbxdevicerequests (device_id, identifier, kind, outcome, detail, ip, reseller_id, time, first_time,
        user_agent, is_encrypted, has_password, requests)
      select device_id, identifier, kind, outcome, detail, ip, reseller_id, time, time, user_agent, is_encrypted,
        has_password, requests
      from given where not exists (select 1 from counted where counted.line = given.line)
      order by line
      returning device_id
    )
    select bool_or(device_id is null) as added_unknown from added`.execute(db);
  const last = requests.at(-1);
  if (last && rows[0]?.added_unknown) await forgetUnknown(db, last.time);
}

function storable({ identifier, detail, ip, user_agent, ...unchanged }: CountedRequest): CountedRequest {
  return {
    ...unchanged,
    identifier: storableText(identifier),
    detail: detail === null ? null : storableText(detail),
    ip: ip.slice(0, MAX_IP_LENGTH),
    user_agent: storableText(user_agent ?? "") || null,
  };
}

/** PostgreSQL stores neither this sign nor half a pair of them. */
const storableText = (text: string) => text.replaceAll("\0", "").slice(0, MAX_TEXT_LENGTH).toWellFormed();

/** Combines equal requests to one line, as the last of them, with their number. */
function together(requests: readonly CountedRequest[]): readonly (CountedRequest & { readonly requests: number })[] {
  const lines = new Map<string, CountedRequest & { readonly requests: number }>();
  for (const request of requests) {
    const { time, user_agent, is_encrypted, has_password, ...key } = request;
    const name = JSON.stringify(key, Object.keys(key).sort());
    lines.set(name, { ...request, requests: (lines.get(name)?.requests ?? 0) + 1 });
  }
  return [...lines.values()];
}

async function forgetUnknown(db: Kysely<Tables>, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - UNKNOWN_DAYS * 24 * 60 * 60 * 1000).toISOString();
  await sql`delete from pbxdevicerequests where device_id is null and (time < ${before} or id <= (
    select id from pbxdevicerequests where device_id is null order by id desc offset ${MAX_UNKNOWN_DEVICES} limit 1))`.execute(
    db,
  );
}
