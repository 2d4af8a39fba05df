import { expect, it } from "vitest";
import { formatNames, formats } from "../../src/core/validation/formats.ts";
import corpus from "./formatCorpus.json" with { type: "json" };

/** Values from the documents that define a format, which nobody made up to fit the check. */
interface Corpus {
  readonly source: string;
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
  /** Valid by the source, and refused here on purpose. */
  readonly narrower?: readonly (readonly string[])[];
  /** Not valid by the source, and accepted here on purpose. */
  readonly wider?: readonly (readonly string[])[];
}

it("has a corpus with a source for each format", () => {
  expect(Object.keys(corpus).sort()).toEqual([...formatNames].sort());
});

it.each(formatNames)("format %s decides the values of its source", (name) => {
  const { source, accepted, refused, narrower = [], wider = [] }: Corpus = corpus[name];
  const isValid = formats[name];
  expect(source).not.toBe("");
  expect({
    accepted: [...accepted, ...valuesOf(wider)].filter((value) => !isValid(value)),
    refused: [...refused, ...valuesOf(narrower)].filter(isValid),
  }).toEqual({ accepted: [], refused: [] });
});

function valuesOf(exceptions: readonly (readonly string[])[]): string[] {
  return exceptions.map(([value = ""]) => value);
}
