import type { FormatChecks } from "../../../codegen/emit/validators.ts";
import type { ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { formats } from "../../../src/core/formats.ts";
import { formatExamples } from "../../../src/generated/formatExamples.gen.ts";
import { isNeverSet, placedFields } from "./fieldMutants.ts";
import type { Mutant } from "./mutant.ts";

export const allFormats: FormatChecks = formats;

type Check = FormatChecks[string];

/** Ways to write a check of a format too loosely. */
const widened: Readonly<Record<string, { readonly what: string; readonly of: (check: Check) => Check }>> = {
  blanks: { what: "takes blanks around it", of: (check) => (text) => check(text.trim()) },
  begins: {
    what: "takes anything after it",
    of: (check) => (text) => [...text].some((_, index) => check(text.slice(0, text.length - index))),
  },
  ends: {
    what: "takes anything before it",
    of: (check) => (text) => [...text].some((_, index) => check(text.slice(index))),
  },
};

/** Formats of a resource checked too loosely, or as the format that is most like them. */
export function formatMutants(descriptor: ResourceDescriptor): Mutant[] {
  const { name: resource } = descriptor;
  const first = new Map<string, string>();
  for (const { field, pointer } of placedFields(descriptor.fields)) {
    if (isNeverSet(field, descriptor)) continue;
    if (field.format && !first.has(field.format)) first.set(field.format, pointer);
    if (field.items?.format && !first.has(field.items.format)) first.set(field.items.format, `${pointer}/0`);
  }
  return [...first].flatMap(([format, pointer]) => {
    const check = allFormats[format];
    if (!check) return [];
    const mutant = (id: string, what: string, isValid: Check): Mutant => ({
      id: `${resource}${pointer}:${format}-${id}`,
      kind: "formats widened",
      resource,
      pointer,
      planted: `format ${format} ${what}`,
      fault: { descriptors: [{ ...descriptor }], formats: { [format]: isValid } },
    });
    const near = nearest(format);
    const takesBlanks = formatExamples[format]?.valid.every((text) => check(` ${text} `)) ?? false;
    const ways = Object.entries(widened).filter(([id]) => id !== "blanks" || !takesBlanks);
    return [
      ...ways.map(([id, { what, of }]) => mutant(id, what, of(check))),
      ...(near ? [mutant(`as-${near}`, `checked as ${near}`, allFormats[near] ?? check)] : []),
    ];
  });
}

/** The format that judges most of this one's examples alike. */
function nearest(format: string): string | undefined {
  const { valid = [], invalid = [] } = formatExamples[format] ?? {};
  const likeness = (other: string) =>
    valid.filter((text) => allFormats[other]?.(text)).length +
    invalid.filter((text) => !allFormats[other]?.(text)).length;
  const others = Object.keys(allFormats).filter((other) => other !== format);
  return others.reduce<string | undefined>(
    (best, other) => (best === undefined || likeness(other) > likeness(best) ? other : best),
    undefined,
  );
}
