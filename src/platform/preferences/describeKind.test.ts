import { describe, expect, it } from "vitest";
import { describeKind } from "./describeKind.ts";
import { preferenceKinds } from "./preferenceKind.ts";

describe.each(preferenceKinds)("definitions of $kind preferences", (kind) => {
  const described = Object.entries(describeKind(kind)) as [string, Record<string, unknown>][];

  it("name every preference once", () => {
    expect(described).toHaveLength(kind.preferences.length);
  });

  it("have texts for all that is shown", () => {
    const shown = described.flatMap(([, { label, description, preference_group, enum_values = [] }]) => [
      label,
      description,
      preference_group,
      ...(enum_values as { label: string }[]).map((choice) => choice.label),
    ]);
    expect(shown.filter((text) => /^preferences\./.test(String(text)))).toEqual([]);
  });

  it("give references and files no choices, and choices no duplicates", () => {
    for (const { attribute, data_type, enum: choices, default: standard, reference } of kind.preferences) {
      expect(choices !== undefined, attribute).toBe(data_type === "enum");
      expect(new Set(choices).size, attribute).toBe(choices?.length ?? 0);
      if (standard !== undefined) expect(choices, attribute).toContain(standard);
      if (reference) expect(data_type, attribute).toBe("string");
    }
  });

  it("bind two whole numbers by each rule", () => {
    const numbers = kind.preferences.filter(({ data_type }) => data_type === "int").map(({ attribute }) => attribute);
    for (const { greater, than } of kind.rules ?? []) expect(numbers).toEqual(expect.arrayContaining([greater, than]));
  });
});

describe("languages", () => {
  it("fall back to English", () => {
    const [kind] = preferenceKinds;
    if (!kind) throw new Error("no kind of preferences");
    expect(describeKind(kind, { language: "tlh" })).toEqual(describeKind(kind, { language: "en" }));
  });
});
