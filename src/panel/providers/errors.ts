import { HttpError } from "react-admin";
import { isObject } from "../../core/schema/isObject.ts";

/** Message key of a response that violates the platform's API. */
export const malformedKey = "errors.malformed";

/**
 * The error for an unreadable response: a web page in place of data, a truncated document. `detail` tells developers
 * what was expected.
 */
export function malformedError(detail: string, status = 200): HttpError {
  return new HttpError(malformedKey, status, { detail });
}

export function hasStatus(error: unknown, status: number): error is HttpError {
  return error instanceof HttpError && error.status === status;
}

/** The platform's reference for an internal error: operators find the cause in the log by it. */
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
