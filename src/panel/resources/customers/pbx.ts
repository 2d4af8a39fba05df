import type { Json } from "../../../core/descriptor.ts";
import { membersOf } from "../../kinds/controls/Members.tsx";
import type { PanelRecord } from "../../providers/rest.ts";

/** A group of a cloud PBX with those who ring for it. */
export interface PbxGroup {
  readonly record: PanelRecord;
  /** In the order in which they ring one after the other. */
  readonly members: readonly PanelRecord[];
  /** Members that the list of subscribers does not have: terminated, or too many. */
  readonly unknown: number;
}

/** A key of the auto attendant. */
export interface AttendantKey {
  /** `0` to `9`, or `default`. */
  readonly name: string;
  /** As stored: an extension, a number or an address. */
  readonly destination: string;
  /** The subscriber or group with this extension. */
  readonly target: PanelRecord | undefined;
}

/** The groups among a customer's subscribers, by extension. */
export function groupsOf(subscribers: readonly PanelRecord[]): PbxGroup[] {
  const known = new Map(subscribers.map((one) => [Number(one.id), one]));
  const byExtension = (one: PanelRecord, other: PanelRecord) =>
    String(one.pbx_extension ?? "").localeCompare(String(other.pbx_extension ?? ""), "en", { numeric: true });
  return subscribers
    .filter(({ is_pbx_group }) => is_pbx_group === true)
    .sort(byExtension)
    .map((record) => {
      const ids = listOf(record.pbx_groupmember_ids).map(Number);
      const members = ids.flatMap((id) => known.get(id) ?? []);
      return { record, members, unknown: ids.length - members.length };
    });
}

/** Who is in no group: they are reached by their own extension only. */
export function seatsAlone(subscribers: readonly PanelRecord[], groups: readonly PbxGroup[]): PanelRecord[] {
  const members = new Set(groups.flatMap(({ members: all }) => all.map(({ id }) => id)));
  return subscribers.filter(
    ({ id, is_pbx_group, is_pbx_pilot }) => is_pbx_group !== true && is_pbx_pilot !== true && !members.has(id),
  );
}

/** The keys of a menu in the order of a phone, what applies without one at the end. */
export function keysOf(slots: Json | undefined, subscribers: readonly PanelRecord[]): AttendantKey[] {
  const keys = listOf(slots).map((slot): AttendantKey => {
    const { slot: key, destination } = membersOf(slot);
    const target = subscribers.find(({ pbx_extension }) => pbx_extension && pbx_extension === destination);
    return { name: String(key), destination: String(destination ?? ""), target };
  });
  const placeOf = ({ name }: AttendantKey) => (name === "default" ? 11 : name === "0" ? 10 : Number(name));
  return keys.sort((one, other) => placeOf(one) - placeOf(other));
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
