import { fieldError, notFound, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import type { Query } from "../../http/query.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { type Plans, planOf } from "../plan/resourcePlan.ts";
import { byId, selectRows, visibleTo } from "../query/selectRows.ts";
import type { CsvShape } from "./csvShape.ts";

/**
 * The owner of a file's records; a reseller's administrators are always their own. Missing or unknown, an upload is
 * refused with 422, a download with 400 or 404.
 */
export async function ownerOfFile(
  context: ReadContext,
  plans: Plans,
  { owner }: CsvShape,
  query: Query,
  way: "upload" | "download",
): Promise<number | undefined> {
  if (!owner) return undefined;
  const { parameter, resource } = owner;
  const requestedId = query.get(parameter);
  const id = parseOwnerId(context, resource, requestedId);
  if (id !== undefined && (await isThere(context, plans, resource, id))) return id;
  if (way === "download")
    throw id === undefined
      ? new PlatformError("csv_owner_needed", { parameter })
      : notFound(resource, requestedId ?? "");
  const pointer = `/${parameter}`;
  throw validationFailed([
    id === undefined ? fieldError(pointer, "required") : fieldError(pointer, "reference", { resource }),
  ]);
}

/** No record has the id NaN. */
function parseOwnerId({ actor }: ReadContext, resource: string, text: string | undefined): number | undefined {
  if (resource === "resellers" && actor.resellerId !== null) return actor.resellerId;
  if (text === undefined || text === "") return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

async function isThere(context: ReadContext, plans: Plans, resource: string, id: number): Promise<boolean> {
  if (Number.isNaN(id)) return false;
  const plan = planOf(plans, resource);
  return (await selectRows(context.db, plan, [byId(id), ...visibleTo(plan, context.actor)])).length > 0;
}
