import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import type { ComparedCall, RoutedCall } from "../../core/telephony/callRouting/callTrace.ts";
import { fetchObject } from "./fetchObject.ts";

/** A call that is asked about, as the query of the request; empty parts are left out. */
export type SimulationQuery = Readonly<Record<string, string>>;

/** A record as a form would save it; without an id, a new one. */
export interface TriedChange {
  readonly resource: string;
  readonly id?: Json;
  readonly record: WireRecord;
}

/** Most calls of a request. */
export const MAX_CALLS = 100;

const path = "/api/callroutingverify";

/** Loads the routing of a call, step by step. Rejects with an HttpError. */
export async function simulateCall(query: SimulationQuery, signal?: AbortSignal): Promise<RoutedCall> {
  return fetchObject({ path, query, signal }, { steps: "array" });
}

/** Loads the routing of calls now and with a change that is not saved. Rejects with an HttpError. */
export async function compareCalls(
  calls: readonly WireRecord[],
  change?: TriedChange,
  signal?: AbortSignal,
): Promise<readonly ComparedCall[]> {
  const body = { calls, ...(change ? { change } : {}) };
  const request = { method: "POST", path, body, signal } as const;
  return (await fetchObject<{ readonly calls: readonly ComparedCall[] }>(request, { calls: "array" })).calls;
}
