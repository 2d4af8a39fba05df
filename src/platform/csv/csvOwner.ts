import { fieldError, notFound, PlatformError, validationFailed } from "../../core/errors.ts";
import type { Reading } from "../entityHooks.ts";
import type { Query } from "../http/query.ts";
import { type Plans, planOf } from "../plan/resourcePlan.ts";
import { byId, selectRows } from "../query/selectRows.ts";
import { visibleTo } from "../query/visible.ts";
import type { CsvShape } from "./csvShape.ts";

/** The owner of an upload; a reseller's administrators are always their own. 422 when missing or unknown. */
export async function ownerOfUpload(
  reading: Reading,
  plans: Plans,
  { owner }: CsvShape,
  query: Query,
): Promise<number | undefined> {
  if (!owner) return undefined;
  const { parameter, resource } = owner;
  const id = idOf(reading, resource, query.get(parameter));
  if (id === undefined) throw validationFailed([fieldError(`/${parameter}`, "required")]);
  if (await isThere(reading, plans, resource, id)) return id;
  throw validationFailed([fieldError(`/${parameter}`, "reference", { resource })]);
}

/** The same for a download: 400 when missing, 404 when unknown. */
export async function ownerOfDownload(
  reading: Reading,
  plans: Plans,
  { owner }: CsvShape,
  query: Query,
): Promise<number | undefined> {
  if (!owner) return undefined;
  const { parameter, resource } = owner;
  const id = idOf(reading, resource, query.get(parameter));
  if (id === undefined) throw new PlatformError("csv_owner_needed", { parameter });
  if (await isThere(reading, plans, resource, id)) return id;
  throw notFound(resource, query.get(parameter) ?? "");
}

/** No record has the id NaN. */
function idOf({ actor }: Reading, resource: string, text: string | undefined): number | undefined {
  if (resource === "resellers" && actor.resellerId !== null) return actor.resellerId;
  if (text === undefined || text === "") return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

async function isThere(reading: Reading, plans: Plans, resource: string, id: number): Promise<boolean> {
  if (Number.isNaN(id)) return false;
  const plan = planOf(plans, resource);
  return (await selectRows(reading.db, plan, [byId(id), ...visibleTo(plan, reading.actor)])).length > 0;
}
