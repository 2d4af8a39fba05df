import type { FastifyReply, FastifyRequest } from "fastify";
import { MAX_INTEGER } from "../../core/schema/ids.ts";
import { type FieldError, fieldError, PlatformError } from "../../core/validation/errors.ts";

/** A request with an id in its path. */
export type ItemRequest = FastifyRequest<{ Params: { id: string } }>;

/** Query parameters; of repeated ones the last wins. */
export type Query = ReadonlyMap<string, string>;

export function queryOf(request: FastifyRequest): Query {
  const query = new Map<string, string>();
  // As Fastify parses it.
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (last !== undefined) query.set(name, last);
  }
  return query;
}

/** Whether a method only reads, so that read-only accounts and other sites may use it. */
export function isReadMethod(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** `1` and `true` enable a parameter. */
export function isTruthyParam(query: Query, name: string): boolean {
  return ["1", "true"].includes((query.get(name) ?? "").toLowerCase());
}

export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly rows: number;
}

/** `page` and `rows` of a collection; 400 unless whole numbers from 1. */
export function pagingOf(query: Query, maxRows: number): Paging {
  return { page: wholeNumber(query.get("page"), 1), rows: Math.min(wholeNumber(query.get("rows"), 10), maxRows) };
}

function wholeNumber(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new PlatformError("invalid_page");
  return value;
}

/** Errors of a number in a query: not of its type, or out of its limits. */
export function numberErrors(
  query: Query,
  name: string,
  limits: { readonly type: "integer" | "number"; readonly lowest: number; readonly highest: number },
): FieldError[] {
  const text = query.get(name);
  const pointer = `/${name}`;
  const { type, lowest, highest } = limits;
  if (!text) return [];
  const pattern = type === "integer" ? /^\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,15})?$/;
  if (!pattern.test(text)) return [fieldError(pointer, "type", { type })];
  if (Number(text) < lowest) return [fieldError(pointer, "minimum", { limit: lowest })];
  return Number(text) > highest ? [fieldError(pointer, "maximum", { limit: highest })] : [];
}

/** A record's id from the path: 400 unless a whole number, undefined when out of range. */
export function parseId(text: string): number | undefined {
  if (!/^\d+$/.test(text)) throw new PlatformError("invalid_id", { id: text.slice(0, 40) });
  const id = Number(text);
  return id <= MAX_INTEGER ? id : undefined;
}

export function etagOf(version: number | string | undefined): string {
  return `"${version}"`;
}

/** Throws 412 when a change is based on a stale version. Without If-Match nothing is checked. */
export function assertMatches(ifMatch: string | undefined, version: number | string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const tags = ifMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!tags.includes(etagOf(version))) throw new PlatformError("stale_record");
}

/** Whether the caller wants the record in the response (`Prefer: return=representation`); anything else is minimal. */
export function wantsRepresentation(request: FastifyRequest): boolean {
  const prefer = request.headers.prefer;
  const text = Array.isArray(prefer) ? prefer.join(",") : (prefer ?? "");
  return text.split(",").some((part) => part.split(";", 1)[0]?.trim().toLowerCase() === "return=representation");
}

export function setPreferenceApplied(reply: FastifyReply, value: "minimal" | "representation"): void {
  reply.header("Preference-Applied", `return=${value}`);
}

/** `Content-Disposition` of an attachment: the UTF-8 name, and an ASCII fallback (RFC 6266). */
export function attachmentHeader(name: string): string {
  const asciiName = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}
