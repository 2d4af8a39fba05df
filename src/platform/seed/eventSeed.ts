import type { SeedRow, SeedTables } from "./insertRows.ts";

/** What was told of subscribers with a profile and of PBX groups when they were created, in that order. */
export function buildEvents({
  subscribers = [],
  numbers = [],
  subscriberprofiles = [],
  subscriberprofilesets = [],
}: SeedTables): readonly SeedRow[] {
  const primary = new Map(numbers.filter(({ is_primary }) => is_primary).map((row) => [row.subscriber_id, row]));
  const pilots = new Map(subscribers.filter(({ is_pbx_pilot }) => is_pbx_pilot).map((row) => [row.customer_id, row]));
  const profiles = new Map(subscriberprofiles.map(({ id, name }) => [id, name]));
  const sets = new Map(subscriberprofilesets.map(({ id, name }) => [id, name]));
  const told = subscribers.filter(({ profile_id, is_pbx_group }) => profile_id !== null || is_pbx_group === true);
  const timeOf = ({ create_timestamp }: SeedRow) => String(create_timestamp);
  const inOrder = told.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)));
  return inOrder.map((row, index) => {
    const number = primary.get(row.id);
    const pilot = pilots.get(row.customer_id);
    const ofPilot = primary.get(pilot?.id);
    return {
      id: index + 1,
      type: row.is_pbx_group === true ? "start_huntgroup" : "start_profile",
      subscriber_id: row.id,
      reseller_id: row.reseller_id,
      old_status: "",
      new_status: row.profile_id === null ? "" : String(row.profile_id),
      timestamp: row.create_timestamp,
      non_primary_alias_username: null,
      primary_number_id: number?.id ?? null,
      primary_number_cc: number?.cc ?? null,
      primary_number_ac: number?.ac ?? null,
      primary_number_sn: number?.sn ?? null,
      primary_alias_username_after: number?.number ?? null,
      subscriber_profile_id: row.profile_id,
      subscriber_profile_name: profiles.get(row.profile_id) ?? null,
      subscriber_profile_set_id: row.profile_set_id,
      subscriber_profile_set_name: sets.get(row.profile_set_id) ?? null,
      pilot_subscriber_id: pilot?.id ?? null,
      pilot_primary_number_id: ofPilot?.id ?? null,
      pilot_primary_alias_username_before: ofPilot?.number ?? null,
      pilot_primary_alias_username_after: ofPilot?.number ?? null,
      export_status: "unexported",
    };
  });
}
