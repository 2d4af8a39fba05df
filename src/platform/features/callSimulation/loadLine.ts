import {
  type CallForward,
  type ForwardType,
  forwardTypes,
  type NumberSet,
  type RecordName,
  type SubscriberLine,
} from "../../../core/telephony/callRouting/data.ts";
import { anyOf } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import { loadPreferencesInForce } from "../../preferences/preferencesInForce.ts";
import { toJsonArray } from "../../records/hookHelpers.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import { zonesOfSubscribers } from "../calls/subscriberZones.ts";

export async function loadLine(
  { db, now, timeZone }: Pick<ReadContext, "db" | "now" | "timeZone">,
  subscriber: Row<"subscribers">,
): Promise<SubscriberLine> {
  const { id, customer_id, domain_id } = subscriber;
  const domain = await db.selectFrom("domains").select("domain").where("id", "=", domain_id).executeTakeFirst();
  const customer = await db.selectFrom("customers").select("type").where("id", "=", customer_id).executeTakeFirst();
  const numbers = await db.selectFrom("numbers").selectAll().where("subscriber_id", "=", id).orderBy("id").execute();
  const mapping = await db.selectFrom("cfmappings").selectAll().where("id", "=", id).executeTakeFirst();
  const rewrites = await db.selectFrom("upnrewritesets").selectAll().where("subscriber_id", "=", id).execute();
  const registered = await db
    .selectFrom("subscriberregistrations")
    .select("id")
    .where("subscriber_id", "=", id)
    .where(({ eb, or }) => or([eb("expires", "is", null), eb("expires", ">", now.toISOString())]))
    .executeTakeFirst();
  const [zone = timeZone] = await zonesOfSubscribers({ db }, [{ subscriber_id: id }]);
  const title = `${subscriber.username}@${domain?.domain ?? ""}`;
  const primary = numbers.find(({ is_primary }) => is_primary);
  return {
    id,
    reseller_id: subscriber.reseller_id ?? 0,
    customer_id,
    username: subscriber.username,
    domain: domain?.domain ?? "",
    status: subscriber.status ?? "active",
    lock: subscriber.lock ?? 0,
    isPbx: customer?.type === "pbxaccount",
    is_pbx_group: subscriber.is_pbx_group ?? false,
    pbx_extension: subscriber.pbx_extension,
    pbx_hunt_policy: subscriber.pbx_hunt_policy,
    pbx_hunt_timeout: subscriber.pbx_hunt_timeout,
    primary: primary ? { cc: primary.cc, ac: primary.ac ?? "", sn: primary.sn } : null,
    zone,
    numbers: numbers.flatMap(({ number }) => number ?? []),
    preferences: await loadPreferencesInForce(db, subscriber, { title, domain: domain?.domain ?? "" }),
    forwards: mapping ? await forwardsOf(db, mapping) : {},
    ringTimeout: mapping?.cft_ringtimeout ?? null,
    members: await membersOf(db, subscriber),
    isRegistered: registered !== undefined,
    userNumberRewrites: rewrites.map((set) => ({
      id: set.id,
      new_cli: set.new_cli,
      patterns: toJsonArray(set.upn_rewrite_sources).map(({ pattern }) => pattern),
    })),
  };
}

async function membersOf(db: Db, { id, customer_id, is_pbx_group }: Row<"subscribers">): Promise<RecordName[]> {
  if (!is_pbx_group) return [];
  const colleagues = await db
    .selectFrom("subscribers")
    .select(["id", "username", "pbx_group_ids"])
    .where("customer_id", "=", customer_id)
    .where("status", "!=", "terminated")
    .where("pbx_group_ids", "is not", null)
    .orderBy("id")
    .execute();
  return colleagues
    .filter(({ pbx_group_ids }) => toJsonArray(pbx_group_ids).includes(id))
    .map((member) => ({ resource: "subscribers", id: member.id, title: member.username }));
}

async function forwardsOf(db: Db, mapping: Pick<Row<"cfmappings">, ForwardType>): Promise<SubscriberLine["forwards"]> {
  const stored = forwardTypes.flatMap((type) => toJsonArray(mapping[type]));
  const idsOf = (set: "destinationset_id" | "timeset_id" | "sourceset_id" | "bnumberset_id") =>
    anyOf(stored.flatMap((forward) => forward[set] ?? []));
  const destinations = await db
    .selectFrom("cfdestinationsets")
    .selectAll()
    .where("id", "=", idsOf("destinationset_id"))
    .execute();
  const times = await db.selectFrom("cftimesets").selectAll().where("id", "=", idsOf("timeset_id")).execute();
  const sources = await db.selectFrom("cfsourcesets").selectAll().where("id", "=", idsOf("sourceset_id")).execute();
  const bnumbers = await db.selectFrom("cfbnumbersets").selectAll().where("id", "=", idsOf("bnumberset_id")).execute();
  const toForward = (forward: NonNullable<Row<"cfmappings">["cfu"]>[number]): CallForward => {
    const destination = destinations.find(({ id }) => id === forward.destinationset_id);
    const time = times.find(({ id }) => id === forward.timeset_id);
    const source = sources.find(({ id }) => id === forward.sourceset_id);
    const bnumber = bnumbers.find(({ id }) => id === forward.bnumberset_id);
    return {
      enabled: forward.enabled ?? true,
      destinations: destination
        ? { id: destination.id, name: destination.name, destinations: toJsonArray(destination.destinations) }
        : null,
      times: time ? { id: time.id, name: time.name, times: toJsonArray(time.times) } : null,
      sources: source
        ? toNumberSet(
            source,
            toJsonArray(source.sources).map((entry) => entry.source),
          )
        : null,
      bnumbers: bnumber
        ? toNumberSet(
            bnumber,
            toJsonArray(bnumber.bnumbers).map((entry) => entry.bnumber),
          )
        : null,
    };
  };
  return Object.fromEntries(forwardTypes.map((type: ForwardType) => [type, toJsonArray(mapping[type]).map(toForward)]));
}

function toNumberSet(
  { id, name, mode, is_regex }: Pick<Row<"cfsourcesets">, "id" | "name" | "mode" | "is_regex">,
  numbers: readonly string[],
): NumberSet {
  return { id, name, mode: mode === "blacklist" ? "blacklist" : "whitelist", is_regex: is_regex ?? false, numbers };
}

/** The times of a set, as events are read. */
export function toTimeSet(row: Row<"timesets"> | undefined) {
  return row ? { id: row.id, name: row.name, times: toJsonArray(row.times) } : null;
}
