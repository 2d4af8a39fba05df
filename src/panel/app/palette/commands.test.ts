import { describe, expect, it } from "vitest";
import type { FoundRecord } from "../../providers/search.ts";
import { matchesWords } from "../menuTree.ts";
import { buildSections, type Command, sortByLastUse } from "./commands.ts";

const command = (section: Command["section"], label: string): Command => ({
  key: label,
  section,
  label,
  icon: "dns",
  path: `/${label}`,
});
const known = [command("pages", "Domains"), command("actions", "Create domain"), command("favourites", "My domains")];
const record = command("records", "domain.example");
const labels = (text: string) =>
  buildSections(known, [record], text, matchesWords).map(({ name, commands }) => [
    name,
    commands.map(({ label }) => label),
  ]);

it("starts with pages", () => {
  expect(labels(" ")).toEqual([
    ["favourites", ["My domains"]],
    ["pages", ["Domains"]],
  ]);
});

it("offers all matches, records in the platform's order", () => {
  expect(labels("DOM crea")).toEqual([
    ["records", ["domain.example"]],
    ["actions", ["Create domain"]],
  ]);
});

describe("of records that match alike", () => {
  const found = (id: number, rank: "exact" | "prefix" | "part", isEnded = false): FoundRecord => ({
    resource: "subscribers",
    record: { id },
    match: { field: "username", text: "x", rank },
    isEnded,
  });
  const ids = (records: readonly FoundRecord[], recent: readonly string[]) =>
    sortByLastUse(records, recent).map(({ record }) => record.id);

  it("the last used come first, but neither before better matches nor, ended ones, before others", () => {
    const records = [found(1, "exact"), found(2, "part"), found(3, "part"), found(4, "part", true)];
    expect(ids(records, [])).toEqual([1, 2, 3, 4]);
    expect(ids(records, ["subscribers 4", "subscribers 3", "customers 2"])).toEqual([1, 3, 2, 4]);
  });
});
