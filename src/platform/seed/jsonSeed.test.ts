import { describe, expect, it } from "vitest";
import { addJsonRecords } from "./jsonSeed.ts";
import { SeedBuilder } from "./seedBuilder.ts";

function draft(): SeedBuilder {
  const made = new SeedBuilder();
  made.add("resellers", { name: "Albion Voice" });
  return made;
}

const set = { reseller_id: "Albion Voice", name: "plain", description: "A set" };
const rule = { set_id: "plain", match_pattern: "^0", replace_pattern: "44", description: "National" };

describe("records of schemas/demonstration", () => {
  it("become rows with all columns: references as ids, defaults and derived values", () => {
    const made = draft();
    addJsonRecords(made, { rewriterulesets: [set], rewriterules: [rule] });
    const reseller = made.tables.resellers?.find(({ name }) => name === "Albion Voice")?.id;
    const stored = made.tables.rewriterulesets?.at(-1);
    expect(stored).toMatchObject({ name: "plain", reseller_id: reseller });
    expect(made.tables.rewriterules?.at(-1)).toMatchObject({
      set_id: stored?.id,
      reseller_id: reseller,
      direction: "in",
      enabled: true,
    });
  });

  it("are validated like requests", () => {
    expect(() => addJsonRecords(draft(), { rewriterulesets: [{ ...set, name: "x".repeat(500) }] })).toThrow(
      /maxLength/,
    );
  });

  it("cannot refer to missing records", () => {
    const lost = { ...set, reseller_id: "Nobody" };
    expect(() => addJsonRecords(draft(), { rewriterulesets: [lost] })).toThrow(
      /no record of resellers with name "Nobody"/,
    );
  });
});
