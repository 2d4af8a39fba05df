import { describe, expect, it } from "vitest";
import type { Json } from "../../core/schema/descriptor.ts";
import type { PreferenceDefinition } from "../../core/telephony/preferenceKind.ts";
import { MAX_PREFERENCE_FILE_BYTES } from "../../core/telephony/preferences.ts";
import { isUnset, readValue } from "./readValue.ts";

const base = { attribute: "x", group: "internals", max_occur: 1 } as const;
const text: PreferenceDefinition = { ...base, data_type: "string" };
const number: PreferenceDefinition = { ...base, data_type: "int", minimum: 0 };
const flag: PreferenceDefinition = { ...base, data_type: "boolean" };
const choice: PreferenceDefinition = { ...base, data_type: "enum", enum: [null, "", "0", "auto"] };
const networks: PreferenceDefinition = {
  ...base,
  data_type: "string",
  max_occur: 0,
  format: "ip-or-cidr",
  uniqueItems: true,
};
const modes: PreferenceDefinition = { ...base, data_type: "string", format: "integer-list" };
const seconds: PreferenceDefinition = { ...base, data_type: "string", minimum: 1 };
const file: PreferenceDefinition = { ...base, data_type: "blob", accept: ["text/xml"] };

describe("readValue", () => {
  it.each<[string, PreferenceDefinition, Json, Json]>([
    ["a number", number, 5, 5],
    ["a number as text", number, "5", 5],
    ["a switch", flag, false, false],
    ["a switch as number", flag, 1, true],
    ["a switch as text", flag, "0", false],
    ["a choice", choice, "auto", "auto"],
    ["a choice that looks like a number", choice, 0, "0"],
    ["an empty choice", choice, "", ""],
    ["networks", networks, ["192.0.2.0/24", "2001:db8::1"], ["192.0.2.0/24", "2001:db8::1"]],
    ["networks in any spelling", networks, ["2001:DB8:0::1", "::ffff:192.0.2.1"], ["2001:db8::1", "192.0.2.1"]],
    ["a text of 128 characters", text, "a".repeat(128), "a".repeat(128)],
    ["a number where text is kept", seconds, 3600, "3600"],
    ["whole numbers in a list", modes, "0,2,7", "0,2,7"],
    ["a file", file, { content_type: "text/xml", data: "PGEvPg==" }, { content_type: "text/xml", data: "PGEvPg==" }],
  ])("takes %s", (_, definition, given, value) => {
    expect(readValue(definition, given)).toEqual({ value });
  });

  it.each<[string, PreferenceDefinition, Json, string, string]>([
    ["a list for one value", text, ["a"], "/x", "rules.business.preferenceSingle"],
    ["an object for one value", number, { a: 1 }, "/x", "rules.business.preferenceSingle"],
    ["more values than a list takes", networks, Array(1001).fill("192.0.2.1"), "/x", "rules.maxItems"],
    ["one value for a list", networks, "192.0.2.1", "/x", "rules.business.preferenceList"],
    ["half a number", number, 1.5, "/x", "rules.type.integer"],
    ["letters for a number", number, "many", "/x", "rules.type.integer"],
    ["a number below the least", number, -1, "/x", "rules.minimum"],
    ["anything else for a switch", flag, "maybe", "/x", "rules.type.boolean"],
    ["a choice that is none", choice, "manual", "/x", "rules.enum"],
    ["a text of 129 characters", text, "a".repeat(129), "/x", "rules.maxLength"],
    ["a text of two lines", text, "A\r\nB", "/x", "rules.format.single-line"],
    ["a text no database keeps", text, "a\0b", "/x", "rules.format.text"],
    ["a network that is none", networks, ["192.0.2.0/24", "192.0.2.0/33"], "/x/1", "rules.format.ip-or-cidr"],
    ["a network named twice", networks, ["192.0.2.1", "192.0.2.1"], "/x/1", "rules.business.duplicateValue"],
    [
      "a network in two spellings",
      networks,
      ["2001:db8::1", "2001:0DB8:0::1"],
      "/x/1",
      "rules.business.duplicateValue",
    ],
    ["blanks in a list of numbers", modes, "0, 2", "/x", "preferences.rules.integerList"],
    ["no whole number where text is kept", seconds, "0", "/x", "preferences.rules.wholeNumber"],
    ["a file of another type", file, { content_type: "text/html", data: "PGEvPg==" }, "/x/content_type", "rules.enum"],
    [
      "a file with a header for a type",
      file,
      { content_type: "text/xml\r\nx: y", data: "" },
      "/x/content_type",
      "rules.type.media-type",
    ],
    ["a file that is not base64", file, { content_type: "text/xml", data: "<a/>" }, "/x/data", "rules.type.base64"],
    [
      "a file that is too large",
      file,
      { content_type: "text/xml", data: Buffer.alloc(MAX_PREFERENCE_FILE_BYTES + 1).toString("base64") },
      "/x/data",
      "rules.business.preferenceFileSize",
    ],
    ["a text for a file", file, "<a/>", "/x", "rules.type.object"],
  ])("refuses %s", (_, definition, given, pointer, key) => {
    expect(readValue(definition, given)).toMatchObject({ errors: [{ pointer, key }] });
  });
});

it.each<[PreferenceDefinition, Json | undefined, boolean]>([
  [text, undefined, true],
  [text, null, true],
  [text, "", true],
  [choice, "", false],
  [choice, null, true],
  [networks, [], true],
  [flag, false, false],
  [number, 0, false],
])("isUnset(%j, %j) is %s", (definition, value, wanted) => {
  expect(isUnset(definition, value)).toBe(wanted);
});
