import type { Identifier } from "react-admin";
import type { CustomerZoneCosts, ZoneDirection } from "../../core/zoneCosts.ts";
import { send } from "./http.ts";
import { itemPath } from "./rest.ts";

/** A calendar month on the clock of the platform. */
export interface Month {
  readonly year: number;
  /** From 1. */
  readonly month: number;
}

/** What a customer's calls of a month cost by zone. Rejects with an HttpError. */
export async function getZoneCosts(
  customer: Identifier,
  { year, month }: Month,
  direction: ZoneDirection,
  signal?: AbortSignal,
): Promise<CustomerZoneCosts> {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const prefix = `${year}-${String(month).padStart(2, "0")}`;
  const query = { start: `${prefix}-01T000000`, end: `${prefix}-${days}T235959`, direction };
  const { body } = await send({ path: itemPath("customerzonecosts", customer), query, signal });
  return body as CustomerZoneCosts;
}
