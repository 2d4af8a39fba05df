import type { Model } from "../model.ts";
import { header, toCode } from "./print.ts";

/** `formatExamples.gen.ts`: valid and invalid examples of each format, for samples and the rule book. */
export function emitFormatExamples({ formats }: Model): Map<string, string> {
  return new Map([
    [
      "formatExamples.gen.ts",
      `${header("schemas/formats.json")}interface FormatExamples {\n  readonly valid: readonly string[];\n  readonly invalid: readonly string[];\n}\n\n` +
        `/** Format -> valid and invalid examples. */\n` +
        `export const formatExamples: Readonly<Record<string, FormatExamples>> = ${toCode(formats)};\n`,
    ],
  ]);
}
