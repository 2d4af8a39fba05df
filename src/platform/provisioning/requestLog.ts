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

/** Notes a request of a device; resolves once it is stored. */
export type RequestLog = (request: FastifyRequest, noted: DeviceRequest, now: Date) => Promise<void>;

/** A line of the log: what makes it the same one again, and what its last request leaves. */
interface Entry {
  readonly key: {
    readonly device_id: number | null;
    readonly identifier: string;
    readonly kind: string;
    readonly outcome: string;
    readonly detail: string | null;
    readonly ip: string;
  };
  readonly last: {
    readonly reseller_id: number | null;
    readonly time: string;
    readonly user_agent: string | null;
    readonly is_encrypted: boolean;
    readonly has_password: boolean;
  };
  readonly requests: number;
}

interface Waiting {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Lines of one statement: limits what waits for it, and what is written again if it fails. */
const MOST_TOGETHER = 500;

/**
 * The log of what devices ask for; the same request again counts. What is noted while a statement runs is written
 * together by the next one: a thousand phones that ask at once take a few statements, a single one does not wait for
 * others. No request is answered before its line is stored, so that none is lost when the process ends.
 */
export function buildRequestLog(db: Kysely<Tables>): RequestLog {
  let waiting: Waiting[] = [];
  let isWriting = false;
  const write = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_TOGETHER);
      waiting = waiting.slice(MOST_TOGETHER);
      await settle(db, batch);
    }
    isWriting = false;
  };
  return (request, noted, now) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry: toEntry(request, noted, now), resolve, reject });
      if (!isWriting) void write();
    });
}

/** Never rejects. A line that cannot be stored, say as its device was deleted meanwhile, is no matter of the others. */
async function settle(db: Kysely<Tables>, batch: readonly Waiting[]): Promise<void> {
  try {
    await store(
      db,
      batch.map(({ entry }) => entry),
    );
    for (const { resolve } of batch) resolve();
  } catch (error) {
    if (batch.length > 1) for (const one of batch) await settle(db, [one]);
    else for (const { reject } of batch) reject(error);
  }
}

function toEntry(
  request: FastifyRequest,
  { kind, outcome, identifier, device, detail, hasPassword = false }: DeviceRequest,
  now: Date,
): Entry {
  return {
    key: {
      device_id: device?.id ?? null,
      identifier: toStorable(identifier),
      ...{ kind, outcome, detail: detail === undefined ? null : toStorable(detail), ip: request.ip.slice(0, 45) },
    },
    last: {
      reseller_id: device?.reseller_id ?? null,
      time: now.toISOString(),
      user_agent: toStorable(request.headers["user-agent"] ?? "") || null,
      is_encrypted: request.protocol === "https",
      has_password: hasPassword,
    },
    requests: 1,
  };
}

/** PostgreSQL stores neither this sign nor half a pair of them. */
const toStorable = (text: string) => text.replaceAll("\0", "").slice(0, LONGEST).toWellFormed();

/** Lines in the order of ids: locking rows in a common order prevents deadlocks with other nodes. */
async function store(db: Kysely<Tables>, entries: readonly Entry[]): Promise<void> {
  const lines = together(entries).map(({ key, last, requests }, line) => ({ line, ...key, ...last, requests }));
  const same = sql`kind = given.kind and outcome = given.outcome and ip = given.ip and identifier = given.identifier
    and detail is not distinct from given.detail`;
  // Of the two halves of `known` each has an index that leaves a few rows.
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
  const [last] = entries.slice(-1);
  if (last && rows[0]?.added_unknown) await forgetUnknown(db, last.last.time);
}

/** The same line once, with the number of its requests. */
function together(entries: readonly Entry[]): readonly Entry[] {
  const lines = new Map<string, Entry>();
  for (const entry of entries) {
    const name = JSON.stringify(entry.key);
    const requests = (lines.get(name)?.requests ?? 0) + entry.requests;
    lines.set(name, { ...entry, requests });
  }
  return [...lines.values()];
}

async function forgetUnknown(db: Kysely<Tables>, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - UNKNOWN_DAYS * 24 * 60 * 60 * 1000).toISOString();
  await sql`delete from pbxdevicerequests where device_id is null and (time < ${before} or id <= (
    select id from pbxdevicerequests where device_id is null order by id desc offset ${MOST_UNKNOWN} limit 1))`.execute(
    db,
  );
}
