import type { Json, WireRecord } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { isObject } from "../../../src/core/prepare.ts";

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, Json> | undefined;
  readonly location?: string;
}

/** Requests to some platform, as one administrator. */
export interface Requests {
  request(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: unknown): Promise<Reply>;
}

export const collection = (resource: string) => `/api/${resource}/`;

/** A PATCH that replaces one field. */
export function replaceField(name: string, value: Json | undefined): unknown {
  return [{ op: "replace", path: `/${name}`, value: value ?? null }];
}

/** The field errors of a 422: the machine-readable ones, or those of the sentence that every platform sends. */
export function fieldErrorsOf({ body }: Reply): FieldError[] {
  const told = Array.isArray(body?.errors) ? body.errors.filter(isFieldError) : [];
  return told.length > 0 ? told : [];
}

function isFieldError(value: Json): value is Json & FieldError {
  return isObject(value) && typeof value.pointer === "string" && typeof value.rule === "string";
}

/** The embedded records of a list. */
export function recordsOf({ body }: Reply, resource: string): WireRecord[] {
  const embedded = body?._embedded;
  const records = isObject(embedded) ? embedded[`ngcp:${resource}`] : undefined;
  return Array.isArray(records) ? records.filter(isObject) : [];
}

/** Id of what a POST has stored; NaN when it has not. */
export function storedId({ location }: Reply): number {
  return Number(location?.split("/").at(-1) ?? Number.NaN);
}
