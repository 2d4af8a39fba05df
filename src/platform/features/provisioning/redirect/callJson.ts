import type { Json } from "../../../../core/schema/descriptor.ts";
import { isObject } from "../../../../core/schema/isObject.ts";
import { callService, type ServiceRequest, type ServiceResponse } from "./callService.ts";

export type JsonObject = { readonly [key: string]: Json };

/** Names of members with the text of an error. */
const reasons = ["message", "detail", "error", "desc", "msg"];

/**
 * Sends a request and reads the answer as JSON; an empty one is `undefined`. Throws a `ServiceRefusal` for a status
 * that is no success, with the text of the answer if it has one, and an error for what is no JSON.
 */
export async function callJson(
  { headers, ...request }: ServiceRequest,
  signal: AbortSignal,
): Promise<{ readonly value: Json | undefined; readonly headers: Headers }> {
  const type: Record<string, string> = request.body === undefined ? {} : { "content-type": "application/json" };
  const response = await callService(
    { ...request, headers: { accept: "application/json", ...type, ...headers } },
    signal,
  );
  if (!response.isOk) throw toServiceRefusal(response);
  if (response.text.trim() === "") return { value: undefined, headers: response.headers };
  const value = parse(response.text);
  if (value === undefined) throw new Error("the answer is no JSON");
  return { value, headers: response.headers };
}

/** The object of an answer. Throws for anything else. */
export function objectOf(value: Json | undefined): JsonObject {
  if (!isObject(value)) throw malformedResponse();
  return value;
}

/** The objects of a list. Throws for anything else. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw malformedResponse();
  return value;
}

/** A member that is a text, not empty. Throws for anything else. */
export function requireText(record: JsonObject, name: string): string {
  const value = record[name];
  if (typeof value !== "string" || value === "") throw malformedResponse();
  return value;
}

/** An id, which services write as a number or as a text. Throws for anything else. */
export function requireId(record: JsonObject, name: string): string | number {
  const value = record[name];
  return typeof value === "number" ? value : requireText(record, name);
}

/** The text of an error in a response; undefined if there is none. */
export function reasonIn(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined;
  return reasons
    .map((name) => value[name])
    .find((text) => typeof text === "string" && text !== "")
    ?.toString();
}

function malformedResponse(): Error {
  return new Error("the answer lacks what it should have");
}

function toServiceRefusal({ status, text }: ServiceResponse): ServiceRefusal {
  const reason = reasonIn(parse(text));
  return new ServiceRefusal(`HTTP ${status}${reason ? `: ${reason}` : ""}`, status);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // Callers say what to make of it.
    return undefined;
  }
}

/** A service has understood a request and did not do it; the message is what it says about that. */
export class ServiceRefusal extends Error {
  /** Status of HTTP, if that was the refusal. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
