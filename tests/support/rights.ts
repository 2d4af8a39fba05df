import { readdirSync, readFileSync } from "node:fs";
import type { Right } from "../../src/core/descriptor.ts";

/** How far a right reaches: every record, the record with the caller's own id only, every one but that, or none. */
export type Reach = "all" | "own" | "others" | "none";

interface RawAccess {
  readonly [role: string]: string;
}

interface RawSchema {
  readonly properties: Readonly<Record<string, { readonly "x-field"?: { readonly access?: RawAccess } }>>;
  readonly "x-resource": { readonly access: RawAccess };
}

interface RawRoles {
  readonly roles: readonly { readonly name: string; readonly inherits?: string }[];
  readonly manages: Readonly<Record<string, readonly string[]>>;
  readonly flags: Readonly<Record<string, readonly string[]>>;
  readonly pending: Readonly<Record<string, { readonly access: RawAccess }>>;
}

const folder = new URL("../../schemas/", import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), "utf8"));

/** `schemas/roles.json` as it is written. */
export const rawRoles = read("roles.json") as RawRoles;

const schemas = new Map(
  readdirSync(new URL("entities/", folder)).map((file) => [
    file.replace(".schema.json", ""),
    read(`entities/${file}`) as RawSchema,
  ]),
);

/**
 * What the schemas grant a role, read a second time and on purpose without any code of `src`: tests compare the
 * panel's and the server's verdicts with it.
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

/** Whether somebody of the role reads journals at all: a right of its own besides that on the record. */
export function readsJournals(role: string): boolean {
  return inAccess(rawRoles.pending.journals?.access ?? {}, role, "read") === "all";
}

/** Undefined where neither the role nor one it inherits from is named. */
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
