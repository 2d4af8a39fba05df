import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { eject } from "./eject.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

it.each([
  ["no resource", [], "name one resource"],
  ["an unknown resource", ["customer"], 'there is no resource "customer"'],
  ["an unknown view", ["customers", "page"], 'there is no view "page"'],
  ["a screen that the resource lacks", ["calllists", "form"], "calllists has no such screen"],
])("rejects %s", async (_, args, message) => {
  await expect(eject(root, args)).rejects.toThrow(message);
});
