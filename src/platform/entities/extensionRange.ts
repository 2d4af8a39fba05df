import type { WireRecord } from "../../core/descriptor.ts";
import type { Check, Reading, Row } from "../entityHooks.ts";
import { preferenceKindOf } from "../preferences/preferenceKind.ts";
import { loadPreferences, type StoredPreferences } from "../preferences/preferenceStore.ts";
import { isChanged, nextValue } from "./checks.ts";
import { customerOf } from "./pbx.ts";

/** Extensions that a customer may assign; unbounded on a side without a limit. */
interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

/** A new extension must be within the customer's preferences. */
export const extensionOutOfRange: Check<"subscribers", "/pbx_extension"> = {
  async beforeWrite(event) {
    const extension = nextValue(event, "pbx_extension");
    if (typeof extension !== "string" || !isChanged(event, "pbx_extension")) return [];
    const customer = await customerOf(event);
    if (!customer) return [];
    const { from, to } = (await rangesOf(event.work, [customer.id])).get(customer.id) ?? { from: null, to: null };
    const isIn = (from === null || Number(extension) >= from) && (to === null || Number(extension) <= to);
    return isIn ? [] : [{ pointer: "/pbx_extension", params: { from: from ?? 0, to: to ?? "∞" } }];
  },
};

/** The range of cloud PBX subscribers, with one query per page. */
export async function presentRange(reading: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  const inPbx = (row: Row | undefined) => row?.is_pbx_pilot === true || typeof row?.pbx_extension === "string";
  const ranges = await rangesOf(reading, [...new Set(rows.filter(inPbx).map((row) => Number(row.customer_id)))]);
  for (const [index, record] of records.entries()) {
    const row = rows[index];
    if (!inPbx(row)) continue;
    const range = ranges.get(Number(row?.customer_id));
    record.ext_range_min = range?.from ?? null;
    record.ext_range_max = range?.to ?? null;
  }
}

async function rangesOf({ db }: Pick<Reading, "db">, customers: readonly number[]): Promise<Map<number, Range>> {
  const kind = preferenceKindOf("customers");
  if (!kind) return new Map();
  const stored = await loadPreferences(db, kind, customers);
  return new Map(
    [...stored].map(([id, preferences]) => [
      id,
      { from: numberOf(preferences, "ext_range_min"), to: numberOf(preferences, "ext_range_max") },
    ]),
  );
}

function numberOf(preferences: StoredPreferences, attribute: string): number | null {
  const stored = preferences.get(attribute);
  return stored && "value" in stored && typeof stored.value === "number" ? stored.value : null;
}
