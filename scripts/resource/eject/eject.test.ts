import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { eject } from "./eject.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

it.each([
  ["an unknown resource", "customer", undefined, 'there is no resource "customer"'],
  ["a screen that the resource lacks", "calllists", "form", "calllists has no such screen"],
] as const)("rejects %s", async (_, name, view, message) => {
  await expect(eject(root, name, view)).rejects.toThrow(message);
});
