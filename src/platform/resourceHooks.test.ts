import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { AnyHooks } from "./resourceHooks.ts";
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
