import { HttpError } from "ra-core";
import { isObject } from "./isObject.ts";

/** What a platform says of a fault of its own: whoever runs it finds the cause in the log by it. */
export interface Incident {
  readonly incident: string;
  /** RFC 3339. */
  readonly time: string;
}

export function incidentOf(error: unknown): Incident | null {
  const body: unknown = error instanceof HttpError && error.status >= 500 ? error.body : undefined;
  const params = isObject(body) ? body.params : undefined;
  if (!isObject(params) || typeof params.incident !== "string" || typeof params.time !== "string") return null;
  return { incident: params.incident, time: params.time };
}
