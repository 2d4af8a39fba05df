import { describe, expect, it } from "vitest";
import { preferenceKinds } from "../../core/telephony/preferenceKind.ts";
import { englishTexts } from "../http/language/serverTexts.ts";
import { describeKind } from "./describeKind.ts";

describe.each(preferenceKinds)("definitions of $kind preferences", (kind) => {
  const described = Object.entries(describeKind(kind, { text: englishTexts })) as [string, Record<string, unknown>][];

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

describe("a choice", () => {
  const choices = (kind: string, name: string) => {
    const found = preferenceKinds.find((each) => each.kind === kind);
    const definition =
      found &&
      (describeKind(found, { text: englishTexts })[name] as {
        enum_values: { value: unknown; default_val: boolean }[];
      });
    if (!definition) throw new Error(`${kind} has no ${name}`);
    const { enum_values: all } = definition;
    return { values: all.map(({ value }) => value), standard: all.find(({ default_val }) => default_val)?.value };
  };

  it("is offered to the kinds that have it only", () => {
    const has = (kind: string, value: string) => choices(kind, "force_outbound_calls_to_peer").values.includes(value);
    expect(["subscriber", "profile", "domain", "peeringserver"].map((kind) => has(kind, "force_interdomain"))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([has("peeringserver", "force_nonlocal"), has("subscriber", "force_nonlocal")]).toEqual([true, false]);
  });

  it("may be that nothing is set, which then is the default", () => {
    expect(choices("subscriber", "ua_header_mode")).toMatchObject({ standard: null });
    expect(choices("domain", "ua_header_mode")).toMatchObject({ standard: "strip" });
    expect(choices("domain", "ua_header_mode").values).not.toContain(null);
  });
});
