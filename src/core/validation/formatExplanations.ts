import type { Json } from "../schema/descriptor.ts";
import type { FieldExplanation } from "../schema/generatedValidator.ts";
import { explain as numberPattern } from "./formats/number-pattern.ts";
import { explain as regex } from "./formats/regex.ts";
import { explain as replacement } from "./formats/replacement.ts";
import { explain as uriPattern } from "./formats/uri-pattern.ts";

const explanations: Readonly<Record<string, (text: string) => FieldExplanation | null>> = {
  "number-pattern": numberPattern,
  regex,
  replacement,
  "uri-pattern": uriPattern,
};

export const explainedFormats = Object.keys(explanations);

/** Explains why the format refuses a text, beyond its own message; null if there is nothing to add. */
export function explainFormat(format: Json | undefined, value: Json | undefined): FieldExplanation | null {
  return typeof value === "string" ? (explanations[String(format)]?.(value) ?? null) : null;
}
