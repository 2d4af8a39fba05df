import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { RequiredHooks } from "../generated/requiredHooks.gen.ts";
import type { AnyHooks, ResourceHooks } from "./resourceHooks.ts";
import { hooks } from "./resources/index.gen.ts";

it("hooks limit the rows of each resource whose schema says so", () => {
  const schemas = readdirSync("schemas/resources").map((file) => readFileSync(`schemas/resources/${file}`, "utf8"));
  const limited = schemas
    .map((text) => JSON.parse(text))
    .filter((schema) => schema["x-resource"].visibilityNote !== undefined);
  expect(limited.length).toBeGreaterThan(5);
  for (const { $id } of limited) {
    const own: AnyHooks | undefined = Object.entries(hooks).find(([name]) => name === $id)?.[1];
    expect(own?.visibleTo ?? own?.computeRecords, $id).toBeDefined();
  }
});

it("hooks that a schema needs are members of their type", () => {
  // @ts-expect-error records of bannedips are those of its hook
  const withoutRecords: ResourceHooks<"bannedips"> = { removeComputed: async () => {} };
  // @ts-expect-error what is computed of a voucher is added when it is read
  const withoutComputed: ResourceHooks<"vouchers"> = {};
  // @ts-expect-error a resource whose schema needs hooks has an entry
  const withoutEntry: Required<Pick<typeof hooks, keyof RequiredHooks>> = {};
  const ofPlainResource: ResourceHooks<"domains"> = {};
  expect([withoutRecords, withoutComputed, withoutEntry, ofPlainResource]).toHaveLength(4);
});
