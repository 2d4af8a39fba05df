import { expect, it } from "vitest";
import type { Demonstration } from "../../generated/demonstration.gen.ts";
import type { SeedDraft, SeedTables } from "./insertRows.ts";

const reseller = { contract_id: 1, name: "Albion Voice", status: "active" } as const;

it("rows are those of their table", () => {
  const drafts: SeedDraft<"resellers">[] = [
    reseller,
    // @ts-expect-error No such column.
    { ...reseller, colour: "red" },
    // @ts-expect-error No such status.
    { ...reseller, status: "gone" },
    // @ts-expect-error No name.
    { contract_id: 1, status: "active" },
  ];
  const tables: SeedTables[] = [
    { resellers: [{ ...reseller, id: 1 }] },
    // @ts-expect-error No id.
    { resellers: [reseller] },
    // @ts-expect-error No such table.
    { vendors: [] },
  ];
  expect([drafts.length, tables.length]).toEqual([4, 3]);
});

const set = { reseller_id: "Albion Voice", name: "plain", description: "A set" };

it("records of schemas/demonstration are what creates one, with names of those they refer to", () => {
  const demonstrations: Demonstration[] = [
    { rewriterulesets: [set, { ...set, reseller_id: 2 }] },
    // @ts-expect-error No such field.
    { rewriterulesets: [{ ...set, colour: "red" }] },
    // @ts-expect-error No such direction.
    { rewriterules: [{ set_id: "plain", match_pattern: "", replace_pattern: "", direction: "up" }] },
    // @ts-expect-error No name.
    { rewriterulesets: [{ reseller_id: "Albion Voice" }] },
    // @ts-expect-error No such resource.
    { rulesets: [set] },
  ];
  expect(demonstrations).toHaveLength(5);
});
