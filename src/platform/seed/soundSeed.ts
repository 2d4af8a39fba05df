import { type Kysely, sql } from "kysely";
import { writeTone } from "../../core/tone.ts";
import type { Tables } from "../../generated/database.gen.ts";
import type { Draft } from "./draft.ts";
import type { Tenant } from "./tenants.ts";

/** The sounds of a set, and whether they loop. */
const SOUNDS = [
  ["music_on_hold", true],
  ["aa_welcome", false],
  ["callee_busy", false],
  ["queue_greeting", false],
] as const;

/** A sound set for each reseller, and one for a customer that falls back to it. */
export function addSounds(draft: Draft, tenants: readonly Tenant[]): void {
  for (const { id } of tenants) {
    const house = addSet(draft, { reseller_id: id, name: "House announcements", description: "For all customers" });
    for (const [handle, loopplay] of SOUNDS) addFile(draft, { reseller_id: id, set_id: house, handle, loopplay });
    const customer = (draft.tables.customers ?? []).find(
      (row) => row.reseller_id === id && row.type === "pbxaccount" && row.status === "active",
    );
    if (!customer) continue;
    const own = addSet(draft, {
      reseller_id: id,
      customer_id: Number(customer.id),
      name: "Own music on hold",
      parent_id: house,
      expose_to_customer: true,
      contract_default: true,
    });
    addFile(draft, { reseller_id: id, set_id: own, handle: "music_on_hold", loopplay: true });
    for (const subscriber of draft.tables.subscribers ?? []) {
      if (subscriber.customer_id !== customer.id) continue;
      const owner = { owner_kind: "subscriber", owner_id: Number(subscriber.id) };
      draft.add("preferences", { ...owner, attribute: "contract_sound_set", value: null, target_id: own });
    }
  }
}

function addSet(draft: Draft, values: Readonly<Record<string, string | number | boolean>>): number {
  // Every row has every column, as the first row determines which are stored.
  const none = { customer_id: null, description: null, parent_id: null };
  return draft.add("soundsets", { ...none, expose_to_customer: false, contract_default: false, ...values });
}

function addFile(draft: Draft, values: Readonly<Record<string, string | number | boolean>>): void {
  const filename = `${values.handle}.wav`;
  draft.add("soundfiles", { ...values, filename, soundfile: "sha256-demonstration", use_parent: false });
}

/** The audio of all sound files of the demonstration: a short tone. */
export async function addTones(db: Kysely<Tables>): Promise<void> {
  const tone = writeTone({ hertz: 440, milliseconds: 400 });
  await sql`insert into recordfiles (resource_name, resource_id, field, media_type, file_name, content)
    select 'soundfiles', id, 'soundfile', 'audio/x-wav', filename, ${tone}::bytea from soundfiles`.execute(db);
}
