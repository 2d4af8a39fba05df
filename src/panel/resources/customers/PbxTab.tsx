import type { ReactNode } from "react";
import { useGetList, useGetOne, useLocale, useTranslate } from "react-admin";
import { formatDuration } from "../../../core/values/duration.ts";
import { readableNumber } from "../../../core/values/phoneNumberText.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { enumKey, fieldKey, nameKey } from "../../navigation/labels.ts";
import { recordPagePath, toHref } from "../../navigation/recordPath.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { mayUse, useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import waysStyles from "../../ui/charts/ways.module.css";
import { LoadError, LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import styles from "./pbx.module.css";

/** Subscribers of a customer that a picture has room for. */
const MAX_SUBSCRIBERS = 500;
const FIRST = { field: "id", order: "ASC" } as const;

type Subscriber = RecordOf<"subscribers">;

/** A customer's cloud PBX: whom the keys of its menu reach, and who rings in its groups, in what order. */
export function PbxTab({ record: customer }: CustomTabProps<"customers">) {
  const translate = useTranslate();
  const access = useAccess();
  const list = useGetList<Subscriber>("subscribers", {
    pagination: { page: 1, perPage: MAX_SUBSCRIBERS },
    sort: FIRST,
    filter: { customer_id: customer.id, status: "active,locked" },
    meta: { expand: [] },
  });
  const { data, total, error } = list;
  const subscribers = data ?? [];
  const pilot = subscribers.find(({ is_pbx_pilot }) => is_pbx_pilot === true);
  const attendant = useGetOne<RecordOf<"autoattendants">>(
    "autoattendants",
    { id: pilot?.id ?? 0 },
    { enabled: pilot !== undefined && mayUse(access, "autoattendants") },
  );
  const queues = useGetList<RecordOf<"callqueues">>(
    "callqueues",
    {
      pagination: { page: 1, perPage: MAX_SUBSCRIBERS },
      sort: FIRST,
      filter: { id: subscribers.map(({ id }) => id).join(",") },
    },
    { enabled: subscribers.length > 0 && mayUse(access, "callqueues") },
  );
  if (error || !data) return <LoadState query={list} question={{ resource: "subscribers", right: "read" }} />;
  const groups = pbxGroupsOf(subscribers);
  const alone = ungroupedSeats(subscribers, groups);
  const keys = attendantKeysOf(attendant.data?.slots ?? [], subscribers);
  const waitingAt = new Map<number, number>((queues.data ?? []).map(({ id, queue_length }) => [id, queue_length ?? 0]));
  return (
    <div className="stack gap-16">
      {(total ?? 0) > MAX_SUBSCRIBERS && (
        <p className="quiet">{translate("pbx.cut", { smart_count: MAX_SUBSCRIBERS })}</p>
      )}
      {pilot && (
        <section className="stack gap-8" aria-labelledby="pbx-attendant">
          <h2 id="pbx-attendant">{translate(nameKey("autoattendants"), { smart_count: 1 })}</h2>
          <div className={`card ${waysStyles.arrows} ${waysStyles.way} ${styles.way}`}>
            <PbxLine record={pilot} waiting={waitingAt.get(pilot.id)} />
            {attendant.error ? (
              <LoadError error={attendant.error} onRetry={() => void attendant.refetch()} />
            ) : keys.length > 0 ? (
              <ul className={`stack gap-8 across-16 ${styles.keys}`}>
                {keys.map((key) => (
                  <Key key={key.name} {...key} />
                ))}
              </ul>
            ) : (
              !attendant.isLoading && <p className="quiet">{translate("pbx.noKeys")}</p>
            )}
          </div>
        </section>
      )}
      <section className="stack gap-8" aria-labelledby="pbx-groups">
        <h2 id="pbx-groups">{translate("details.tabs.pbx-groups")}</h2>
        {groups.length === 0 && <p className="quiet">{translate("pbx.noGroups")}</p>}
        {groups.map((group) => (
          <Group key={group.record.id} {...group} waiting={waitingAt.get(group.record.id)} />
        ))}
      </section>
      {alone.length > 0 && (
        <section className="stack gap-8" aria-labelledby="pbx-alone">
          <h2 id="pbx-alone">{translate("pbx.alone")}</h2>
          <ul className="row">
            {alone.map((seat) => (
              <li key={seat.id} className={`card line ${styles.seat}`}>
                <Seat record={seat} waiting={waitingAt.get(seat.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** A key of the menu, and whom it reaches. */
function Key({ name, destination, target }: AttendantKey) {
  const translate = useTranslate();
  const isKey = name !== "default";
  return (
    <li className="line">
      <span className={`key strong ${styles.key} ${isKey ? "" : styles.isDefault}`}>
        {isKey && <span className="sr-only">{translate(fieldKey("autoattendants", "slots_slot"))} </span>}
        {isKey ? name : translate("pbx.nothingPressed")}
      </span>
      <span className="quiet" aria-hidden>
        →
      </span>
      {target ? <Seat record={target} /> : <span>{readableNumber(destination)}</span>}
    </li>
  );
}

/** A group, and its members as its policy rings them. */
function Group({ record, members, unknown, waiting }: PbxGroup & { readonly waiting: number | undefined }) {
  const translate = useTranslate();
  const locale = useLocale();
  const policy = record.pbx_hunt_policy ?? "";
  const timeout = record.pbx_hunt_timeout;
  // Other policies do not ring in the order of the list.
  const isInOrder = policy === "serial" || policy === "circular";
  const Members = isInOrder ? "ol" : "ul";
  return (
    <div className={`card ${waysStyles.arrows} ${waysStyles.way} ${styles.way}`}>
      <PbxLine record={record} waiting={waiting}>
        <span className="text-13">{translate(enumKey("subscribers", "pbx_hunt_policy", policy), { _: policy })}</span>
        {typeof timeout === "number" && policy !== "parallel" && (
          <span className="text-13">{translate("pbx.each", { time: formatDuration(timeout, locale) })}</span>
        )}
      </PbxLine>
      {members.length + unknown === 0 ? (
        <p className="quiet">{translate("pbx.noMembers")}</p>
      ) : (
        <Members
          className={`row ${styles.members} ${styles[policy] ?? ""}`}
          aria-label={translate("details.tabs.group-members")}
        >
          {members.map((member, index) => (
            <li key={member.id} className={`card line relative ${styles.seat}`}>
              {isInOrder && (
                <span className={`note sunken ${styles.place}`} aria-hidden>
                  {index + 1}
                </span>
              )}
              <Seat record={member} />
            </li>
          ))}
          {unknown > 0 && (
            <li className={`card line relative quiet ${styles.seat}`}>
              {translate("pbx.more", { smart_count: unknown })}
            </li>
          )}
        </Members>
      )}
    </div>
  );
}

interface LineProps {
  readonly record: Subscriber;
  /** Callers in its queue; absent: it has none. */
  readonly waiting: number | undefined;
  readonly children?: ReactNode;
}

/** A line of the picture, where callers arrive. */
function PbxLine({ record, waiting, children }: LineProps) {
  return (
    <div className="card lit stack gap-2 pad-8-12">
      <strong>
        <Seat record={record} waiting={waiting} />
      </strong>
      {children}
    </div>
  );
}

function Seat({ record, waiting }: { readonly record: Subscriber; readonly waiting?: number | undefined }) {
  const translate = useTranslate();
  const path = recordPagePath("subscribers", record);
  const name = record.display_name || recordTitle(summaryOf("subscribers").recordRepresentation, record);
  const isOff = record.status !== "active";
  return (
    <span className={`inline wrap gap-2 across-8 baseline anywhere ${isOff ? "struck" : ""}`}>
      <a href={path ? toHref(path) : undefined}>{name}</a>
      {typeof record.pbx_extension === "string" && <span className="quiet normal">{record.pbx_extension}</span>}
      {isOff && (
        <strong className="warning text-12">{translate(enumKey("subscribers", "status", record.status ?? ""))}</strong>
      )}
      {waiting !== undefined && (
        <span className={`text-12 normal ${styles.queue}`}>{translate("pbx.queue", { smart_count: waiting })}</span>
      )}
    </span>
  );
}

/** A group of a cloud PBX with those who ring for it. */
interface PbxGroup {
  readonly record: Subscriber;
  /** Members in the order in which they ring one after the other. */
  readonly members: readonly Subscriber[];
  /** Members that the list of subscribers does not have: terminated, or too many. */
  readonly unknown: number;
}

/** A key of the auto attendant. */
interface AttendantKey {
  /** `0` to `9`, or `default`. */
  readonly name: string;
  /** The destination as stored: an extension, a number or an address. */
  readonly destination: string;
  /** The subscriber or group with this extension. */
  readonly target: Subscriber | undefined;
}

/** The groups among a customer's subscribers, by extension. */
export function pbxGroupsOf(subscribers: readonly Subscriber[]): PbxGroup[] {
  const byId = new Map(subscribers.map((subscriber) => [subscriber.id, subscriber]));
  const byExtension = (a: Subscriber, b: Subscriber) =>
    (a.pbx_extension ?? "").localeCompare(b.pbx_extension ?? "", "en", { numeric: true });
  return subscribers
    .filter(({ is_pbx_group }) => is_pbx_group === true)
    .sort(byExtension)
    .map((record) => {
      const ids = record.pbx_groupmember_ids ?? [];
      const members = ids.flatMap((id) => byId.get(id) ?? []);
      return { record, members, unknown: ids.length - members.length };
    });
}

/** Returns the subscribers in no group: they are reached by their own extension only. */
export function ungroupedSeats(subscribers: readonly Subscriber[], groups: readonly PbxGroup[]): Subscriber[] {
  const members = new Set(groups.flatMap(({ members: all }) => all.map(({ id }) => id)));
  return subscribers.filter(
    ({ id, is_pbx_group, is_pbx_pilot }) => is_pbx_group !== true && is_pbx_pilot !== true && !members.has(id),
  );
}

/** The keys of a menu in the order of a phone, what applies without one at the end. */
export function attendantKeysOf(
  slots: readonly NonNullable<RecordOf<"autoattendants">["slots"]>[number][],
  subscribers: readonly Subscriber[],
): AttendantKey[] {
  const keys = slots.map(({ slot: name, destination }): AttendantKey => {
    const target = subscribers.find(({ pbx_extension }) => pbx_extension && pbx_extension === destination);
    return { name, destination, target };
  });
  const placeOf = ({ name }: AttendantKey) => (name === "default" ? 11 : name === "0" ? 10 : Number(name));
  return keys.sort((a, b) => placeOf(a) - placeOf(b));
}
