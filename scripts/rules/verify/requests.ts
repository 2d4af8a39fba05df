import type { Json, WireRecord } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { isObject } from "../../../src/core/prepare.ts";

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, Json> | undefined;
  readonly location?: string;
}

/** Sends requests to a platform as one administrator. */
export interface Requests {
  request(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: unknown): Promise<Reply>;
}

export const collection = (resource: string) => `/api/${resource}/`;

/** A JSON Patch that replaces one field. */
export function replaceField(name: string, value: Json | undefined): unknown {
  return [{ op: "replace", path: `/${name}`, value: value ?? null }];
}

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
