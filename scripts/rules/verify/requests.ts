import type { Json, WireRecord } from "../../../src/core/schema/descriptor.ts";
import { isObject } from "../../../src/core/schema/isObject.ts";
import type { FieldError } from "../../../src/core/validation/errors.ts";
import type { World } from "../../../tests/support/world.ts";

/** A request as it was sent. */
export interface Sent {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly payload?: unknown;
}

export interface Reply {
  readonly sent?: Sent;
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, Json> | undefined;
  readonly location?: string;
}

/** Sends requests to a platform as one administrator. */
export interface Requests {
  request(method: Sent["method"], url: string, payload?: unknown): Promise<Reply>;
}

/** A platform that may be filled at will, and the records created in it. */
export interface ApiTarget {
  readonly requests: Requests;
  readonly world: World;
}

/** The request for a shell; address and credentials come from the environment. */
export function curlLine({ method, url, payload }: Sent): string {
  const type = method === "PATCH" ? "application/json-patch+json" : "application/json";
  const body = payload === undefined ? "" : ` -H 'Content-Type: ${type}' -d ${quoted(JSON.stringify(payload))}`;
  return `curl -u "$RULES_USER:$RULES_PASSWORD" -X ${method} "$RULES_URL${url}"${body}`;
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export const collection = (resource: string) => `/api/${resource}/`;

/** The machine-readable field errors of a 422. */
export function fieldErrorsOf({ body }: Reply): FieldError[] {
  return Array.isArray(body?.errors) ? body.errors.filter(isFieldError) : [];
}

function isFieldError(value: Json): value is Json & FieldError {
  return isObject(value) && typeof value.pointer === "string" && typeof value.rule === "string";
}

/** The embedded records of a list response. */
export function recordsOf({ body }: Reply, resource: string): WireRecord[] {
  const embedded = body?._embedded;
  const records = isObject(embedded) ? embedded[`ngcp:${resource}`] : undefined;
  return Array.isArray(records) ? records.filter(isObject) : [];
}

/** Id of a created record; NaN if none was created. */
export function storedId({ location }: Reply): number {
  return Number(location?.split("/").at(-1) ?? Number.NaN);
}

export interface Result {
  readonly sent?: Sent;
  /** Reported errors; empty if accepted. */
  readonly errors: readonly FieldError[];
  /** Set if the response is neither a success nor a field error. */
  readonly failure?: string;
  /** The caller lacks the permission to set this value. */
  readonly isForbidden?: boolean;
}

/** Reads a response: accepted, field errors, or any other failure. */
export function resultOf(reply: Reply): Result {
  const { sent, status } = reply;
  const errors = status < 300 ? [] : fieldErrorsOf(reply);
  if (status < 300 || (status === 422 && errors.length > 0)) return { errors, sent };
  const failure = `status ${status}: ${String(reply.body?.message ?? reply.text).slice(0, 200)}`;
  return { errors, failure, sent, isForbidden: status === 403 };
}
