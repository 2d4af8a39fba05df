import { isDeepStrictEqual } from "node:util";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { pointerSegments } from "../../../core/schema/valueAt.ts";
import { PlatformError } from "../../../core/validation/errors.ts";

/** The supported part of RFC 6902, with the extensions `mode`, and `value` and `index` of `remove`. */
export interface PatchOperation {
  readonly op: "replace" | "copy" | "add" | "remove";
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
  /** append: `add` appends the value to a list instead of replacing it. */
  readonly mode?: "append";
  /** `remove` with a value removes equal members from a list: all, or the index-th of them. */
  readonly index?: number;
}

type Container = Json[] | { [key: string]: Json };

/** The members of each patch operation, by its name. */
export const patchMembers: Readonly<
  Record<PatchOperation["op"], { readonly needed: readonly string[]; readonly allowed: readonly string[] }>
> = {
  replace: { needed: ["op", "path", "value"], allowed: [] },
  copy: { needed: ["op", "path", "from"], allowed: [] },
  add: { needed: ["op", "path", "value"], allowed: ["mode"] },
  remove: { needed: ["op", "path"], allowed: ["value", "index"] },
};

/** The operations of a resource; `extended`: add and remove as well. */
export function patchOperations(extended: boolean): PatchOperation["op"][] {
  return extended ? ["replace", "copy", "add", "remove"] : ["replace", "copy"];
}

/** Validates a patch: 400 unless a list of known operations, 422 where a pointer is none. */
export function parsePatch(body: unknown, extended: boolean): PatchOperation[] {
  if (!Array.isArray(body)) throw new PlatformError("patch_list_needed");
  const allowed = patchOperations(extended);
  for (const operation of body) {
    if (!isObject(operation)) throw new PlatformError("patch_object_needed");
    const { op } = operation;
    if (op === undefined) throw new PlatformError("patch_op_missing", { allowed });
    const knownOp = allowed.find((allowedOp) => allowedOp === op);
    if (!knownOp) throw new PlatformError("patch_op_unknown", { allowed });
    checkMembers(operation, knownOp);
  }
  return body;
}

function checkMembers(operation: { [key: string]: Json }, op: PatchOperation["op"]): void {
  const { needed, allowed } = patchMembers[op];
  const missing = needed.filter((name) => !Object.hasOwn(operation, name));
  if (missing.length > 0) throw new PlatformError("patch_member_missing", { op, member: missing.join(", ") });
  const extra = Object.keys(operation).filter((name) => !needed.includes(name) && !allowed.includes(name));
  if (extra.length > 0) throw new PlatformError("patch_member_unknown", { op, member: extra.join(", ").slice(0, 80) });
  for (const name of ["path", "from"]) {
    const pointer = operation[name];
    if (pointer === undefined) continue;
    if (typeof pointer !== "string") throw new PlatformError("bad_request");
    if (!pointer.startsWith("/")) throw new PlatformError("patch_pointer_malformed", { member: name });
  }
  if (operation.mode !== undefined && operation.mode !== "append") throw new PlatformError("patch_mode_unknown");
  const { index = 0 } = operation;
  if (!Number.isInteger(index)) throw new PlatformError("patch_index_malformed");
}

/** The document after all operations; the input is not modified. 422 when an operation's target is missing. */
export function applyPatch(document: WireRecord, operations: readonly PatchOperation[]): WireRecord {
  const result: { [key: string]: Json } = {};
  for (const [name, value] of Object.entries(document)) if (value !== undefined) result[name] = copyOf(value);
  for (const operation of operations) applyOperation(result, operation);
  return result;
}

/** Fields of the record that a patch writes. */
export function fieldsPatchedBy(operations: readonly PatchOperation[]): Set<string> {
  return new Set(operations.map(({ path }) => pointerSegments(path)[0] ?? ""));
}

function applyOperation(document: { [key: string]: Json }, operation: PatchOperation): void {
  const { op, path, value = null } = operation;
  if (op === "remove") remove(document, operation);
  else if (op === "copy") put(document, path, copyOf(requireValueAt(document, operation.from ?? "")));
  else if (op === "add" && operation.mode === "append") append(document, path, value);
  else {
    // Only existing values can be replaced; adding also overwrites.
    if (op === "replace") requireValueAt(document, path);
    put(document, path, value, { insert: op === "add" });
  }
}

/** Records are small and mostly flat: `structuredClone` is far slower for them. */
function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]));
}

function append(document: { [key: string]: Json }, path: string, value: Json): void {
  const { container, key } = parentOf(document, path);
  const list = own(container, key) ?? [];
  if (!Array.isArray(list)) throw missing(path);
  put(document, path, [...list, ...(Array.isArray(value) ? value : [value])]);
}

function remove(document: { [key: string]: Json }, { path, value, index }: PatchOperation): void {
  const current = requireValueAt(document, path);
  if (value === undefined && index === undefined) {
    const { container, key } = parentOf(document, path);
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
    return;
  }
  if (!Array.isArray(current)) throw missing(path);
  const matching = current.flatMap((item, index) =>
    value === undefined || isDeepStrictEqual(item, value) ? [index] : [],
  );
  const gone = index === undefined ? matching : matching.slice(index, index + 1);
  if (gone.length === 0 || (index ?? 0) < 0) throw missing(path);
  put(
    document,
    path,
    current.filter((_, index) => !gone.includes(index)),
  );
}

function put(document: { [key: string]: Json }, path: string, value: Json, { insert = false } = {}): void {
  const { container, key } = parentOf(document, path);
  if (!Array.isArray(container)) {
    container[key] = value;
    return;
  }
  const index = key === "-" ? container.length : Number(key);
  if (!/^(-|\d{1,9})$/.test(key) || index > container.length) throw missing(path);
  container.splice(index, insert ? 0 : 1, value);
}

function requireValueAt(document: { [key: string]: Json }, path: string): Json {
  const { container, key } = parentOf(document, path);
  const value = own(container, key);
  if (value === undefined) throw missing(path);
  return value;
}

function parentOf(document: { [key: string]: Json }, path: string): { container: Container; key: string } {
  const keys = pointerSegments(path);
  const key = keys.pop() ?? "";
  let container: Container = document;
  for (const name of keys) {
    const next: Json | undefined = own(container, name);
    if (typeof next !== "object" || next === null) throw missing(path);
    container = next;
  }
  // Would set the prototype of the object.
  if (key === "__proto__") throw missing(path);
  return { container, key };
}

function own(container: Container, key: string): Json | undefined {
  if (Array.isArray(container)) return /^\d{1,9}$/.test(key) ? container[Number(key)] : undefined;
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

function missing(path: string): PlatformError {
  return new PlatformError("patch_path_missing", { path: path.slice(0, 120) });
}
