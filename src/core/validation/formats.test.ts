import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import formatExamples from "../../../schemas/formats.json" with { type: "json" };
import { plainFormats } from "../values/plainFormats.ts";
import { countryCodes } from "./formats/iso-3166-alpha2.ts";
import { formatNames, formats } from "./formats.ts";

describe.each(formatNames)("format %s", (name) => {
  it.each(formatExamples[name].valid)("takes %j", (value) => {
    expect(formats[name](value)).toBe(true);
  });

  it.each(formatExamples[name].invalid)("refuses %j", (value) => {
    expect(formats[name](value)).toBe(false);
  });

  it("refuses the empty text", () => {
    expect(formats[name]("")).toBe(false);
  });

  // A pattern may well match a blank.
  it.skipIf(name === "regex").each([" ", "\n", "\u0000"])("refuses %j", (value) => {
    expect(formats[name](value)).toBe(false);
  });

  it("refuses a valid value that has a line appended", () => {
    expect(formatExamples[name].valid.filter((value) => formats[name](`${value}\n`))).toEqual(
      // A pattern may match a line break, and whitespace around addresses is ignored.
      name === "regex" || name === "email-list-comma" ? formatExamples[name].valid : [],
    );
  });

  it("answers oversized input in linear time", () => {
    // 56 inputs of 200 kB: a quadratic check would exceed the test's timeout by minutes.
    const size = 200_000;
    const seeds = ["a", "1", "a.", "1.", "a@", ",", "%41", "(", " ", "::", "sip:a", "a-", "Z/", "0"];
    for (const seed of seeds) {
      const text = seed.repeat(size / seed.length);
      formats[name](text);
      formats[name](`sip:${text}@`);
      formats[name](`a@${text}!`);
      formats[name](`https://${text} `);
    }
  });
});

it.each([
  ["bic", "BKAUATW"],
  ["bic", "BKAUATWWXXXX"],
  ["iso-3166-alpha2", "A"],
  ["iso-3166-alpha2", "AUT"],
] as const)("format %s refuses %s, which length alone would refuse too", (name, value) => {
  expect(formats[name](value)).toBe(false);
});

it("has examples for each name, and a file for each that is not plain", () => {
  const files = readdirSync(new URL("./formats/", import.meta.url)).map((file) => file.replace(/\.ts$/, ""));
  expect([...files, ...Object.keys(plainFormats)].sort()).toEqual([...formatNames].sort());
  expect(Object.keys(formatExamples).sort()).toEqual([...formatNames].sort());
});

it("offers every assigned country once, in order", () => {
  expect(countryCodes).toHaveLength(249);
  expect([...countryCodes].sort()).toEqual(countryCodes);
});

it("accepts every zone that the engine lists", () => {
  expect(Intl.supportedValuesOf("timeZone").filter((zone) => !formats["timezone-name"](zone))).toEqual([]);
});
