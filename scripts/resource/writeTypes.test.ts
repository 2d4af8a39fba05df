import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RefusedInput } from "./refusedInput.ts";
import { writeTypes } from "./writeTypes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "patchbay-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The errors of the compiler in a program next to the types, without packages or settings of this project. */
function compile(program: string): string {
  writeFileSync(join(folder, "program.ts"), program);
  const options = ["--strict", "--exactOptionalPropertyTypes", "--module", "nodenext", "--noEmit", "--types", ""];
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const args = [compiler, ...options, "patchbay.d.ts", "program.ts"];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" }).stdout;
}

beforeAll(() => writeTypes(root, join(folder, "patchbay.d.ts")));

it("type the records of all resources for a program outside", () => {
  const program = `
    import type { ContractCreate, Customer, Resources } from "./patchbay.d.ts";
    export const draft: ContractCreate = { type: "reseller", contact_id: 7, status: "active", max_subscribers: 5 };
    export const change: Resources["customers"]["update"] = { contact_id: 7, status: "locked" };
    export const contactOf = ({ contact_id }: Customer): number => contact_id;
  `;
  expect(compile(program)).toBe("");
});

it("refuse wrong fields, values, missing members, and the id of another record", () => {
  const program = `
    import type { ContractCreate, Customer, CustomerUpdate, Reseller } from "./patchbay.d.ts";
    export const nameOf = (customer: Customer) => customer.nmae;
    export const draft: ContractCreate = { type: "sip", contact_id: 7, status: "active" };
    export const change: CustomerUpdate = { contact_id: 7 };
    export const resellerOf = (customer: Customer): Reseller["id"] => customer.id;
  `;
  const found = [...compile(program).matchAll(/^program\.ts\((\d+),\d+\): error TS/gm)].map(([, line]) => Number(line));
  expect(found).toEqual([3, 4, 5, 6]);
});

it.each([["types.json"], ["nowhere/types.d.ts"]])("are not written into %s", async (file) => {
  await expect(writeTypes(root, join(folder, file))).rejects.toThrow(RefusedInput);
});
