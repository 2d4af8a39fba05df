import type { RoutedCall } from "../../core/routing/walk.ts";
import { send } from "./http.ts";

/** A call that is asked about, as the query of the request; empty parts are left out. */
export type RoutingQuery = Readonly<Record<string, string>>;

/** What becomes of a call, step by step. Rejects with an HttpError. */
export async function getCallRouting(query: RoutingQuery, signal?: AbortSignal): Promise<RoutedCall> {
  const { body } = await send({ path: "/api/callroutingverify", query, signal });
  return body as RoutedCall;
}
