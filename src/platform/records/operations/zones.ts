import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { fieldError, validationFailed } from "../../../core/validation/errors.ts";
import { formats } from "../../../core/validation/formats.ts";
import { parseWireInstant, toRfc3339In } from "../../../core/values/dateTime.ts";
import { isTruthyParam, type Query } from "../../http/query.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

interface PresentedPage {
  readonly plan: ResourcePlan;
  readonly query: Query;
  readonly rows: readonly Row[];
  /** Their wire records, pairwise. */
  readonly records: readonly WireRecord[];
}

/**
 * Converts the times of records to the requested zone, for resources that know their owners' (`ownerZones`):
 * `tz=Europe/Vienna`, or `use_owner_tz=true`, which takes precedence. 422 for an unknown zone.
 */
export async function writeInZone(context: ReadContext, { plan, query, rows, records }: PresentedPage): Promise<void> {
  const { ownerZones } = plan.hooks;
  if (!ownerZones) return;
  const requestedZone = query.get("tz");
  if (requestedZone !== undefined && !formats["timezone-name"]?.(requestedZone)) {
    throw validationFailed([fieldError("/tz", "format", { format: "timezone-name" })]);
  }
  const owners = isTruthyParam(query, "use_owner_tz") && rows.length > 0 ? await ownerZones(context, rows) : undefined;
  if (requestedZone === undefined && !owners) return;
  const times = plan.descriptor.fields.filter(({ kind }) => kind === "dateTime").map(({ name }) => name);
  for (const [index, record] of records.entries()) {
    const zone = owners?.[index] ?? requestedZone ?? plan.timeZone;
    for (const name of times) {
      const value = record[name];
      const instant = typeof value === "string" ? parseWireInstant(value, plan.timeZone) : null;
      if (instant) record[name] = toRfc3339In(instant, zone);
    }
  }
}
