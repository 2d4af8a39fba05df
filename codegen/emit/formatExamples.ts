import type { Model } from "../model.ts";
import { header, toCode } from "./print.ts";

/** `formatExamples.gen.ts`: one text that each named format takes, for samples. */
export function emitFormatExamples({ formats }: Model): Map<string, string> {
  const examples = Object.fromEntries(Object.entries(formats).map(([name, { valid }]) => [name, valid[0] ?? ""]));
  return new Map([
    [
      "formatExamples.gen.ts",
      `${header("schemas/formats.json")}/** A text that has the format, by its name. */\n` +
        `export const formatExamples: Readonly<Record<string, string>> = ${toCode(examples)};\n`,
    ],
  ]);
}
