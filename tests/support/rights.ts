import { readdirSync, readFileSync } from "node:fs";
import type { ResourceDescriptor, Right, WireRecord } from "../../src/core/schema/descriptor.ts";

/** Reach of a right: all records, the caller's own record, all others, or none. */
export type Reach = "all" | "own" | "others" | "none";

interface RawAccess {
  readonly [role: string]: string;
}

interface RawSchema {
  readonly properties: Readonly<Record<string, { readonly "x-field"?: { readonly access?: RawAccess } }>>;
  readonly "x-resource": { readonly access: RawAccess };
}

interface RawRoles {
  readonly roles: readonly { readonly name: string; readonly inherits?: string; readonly readOnlyVariant: boolean }[];
  readonly manages: Readonly<Record<string, readonly string[]>>;
  readonly flags: Readonly<Record<string, readonly string[]>>;
  readonly legacyResources: Readonly<Record<string, { readonly access: RawAccess }>>;
}

const folder = new URL("../../schemas/", import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), "utf8"));

/** Contents of `schemas/roles.json`. */
export const rawRoles = read("roles.json") as RawRoles;

const schemas = new Map(
  readdirSync(new URL("resources/", folder)).map((file) => [
    file.replace(".schema.json", ""),
    read(`resources/${file}`) as RawSchema,
  ]),
);

/**
 * The rights that the schemas grant a role, deliberately read without code of `src`, so that tests can compare panel
 * and server with them.
 */
export function reachOf(resource: string, role: string, right: Right, field?: string): Reach {
  const schema = schemas.get(resource);
  if (!schema) throw new Error(`no schema ${resource}`);
  const isWrite = right === "create" || right === "update" || right === "delete";
  if (isWrite && role.endsWith("ReadOnly")) return "none";
  const ofResource = inAccess(schema["x-resource"].access, role, right) ?? "none";
  const access = field === undefined ? undefined : schema.properties[field]?.["x-field"]?.access;
  const ofField = (access && inAccess(access, role, right)) ?? "all";
  const reaches = [ofResource, ofField].filter((reach) => reach !== "all");
  if (reaches.includes("none") || (reaches.includes("own") && reaches.includes("others"))) return "none";
  return reaches[0] ?? "all";
}

/** Fields with access of their own. */
export function guardedFields(resource: string): string[] {
  const properties = schemas.get(resource)?.properties ?? {};
  return Object.keys(properties).filter((name) => properties[name]?.["x-field"]?.access !== undefined);
}

/** Whether accounts of the role belong to a reseller. */
export function isBound(role: string): boolean {
  return /^(reseller|ccare)(Master)?(ReadOnly)?$/.test(role);
}

/** The fields of a new record that the role may set. */
export function allowedRecord(
  { name, fields }: Pick<ResourceDescriptor, "name" | "fields">,
  role: string,
  record: WireRecord,
): WireRecord {
  const allowed = fields.filter((field) => reachOf(name, role, "create", field.name) === "all");
  const known = Object.fromEntries(allowed.map((field) => [field.name, record[field.name]]));
  // Nobody may grant every role.
  return name === "admins" && known.role !== undefined ? { ...known, role: "reseller" } : known;
}

/** Whether the role may read journals, which needs a separate right. */
export function readsJournals(role: string): boolean {
  return inAccess(rawRoles.legacyResources.journals?.access ?? {}, role, "read") === "all";
}

/** Undefined if neither the role nor a role it inherits from is named. */
function inAccess(access: RawAccess, role: string, right: Right): Reach | undefined {
  let name: string | undefined = role.replace(/ReadOnly$/, "");
  while (name !== undefined && access[name] === undefined) {
    name = rawRoles.roles.find((candidate) => candidate.name === name)?.inherits;
  }
  return name === undefined ? undefined : inText(access[name] ?? "", right);
}

function inText(text: string, right: Right): Reach {
  if (text === "all") return "all";
  const words = text.split(" ");
  if (words.includes(right)) return "all";
  if (words.includes(`${right}:own`)) return "own";
  if (words.includes(`${right}:others`)) return "others";
  return right === "lookup" ? inText(text, "read") : "none";
}
