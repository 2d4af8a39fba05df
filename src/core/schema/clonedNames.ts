import type { ResourceDescriptor, WireRecord } from "./descriptor.ts";

/** The texts by which a copy differs from its original: the same with a suffix, cut to what their fields hold. */
export function clonedNames({ clone, fields }: ResourceDescriptor, original: WireRecord): WireRecord {
  if (!clone) return {};
  return Object.fromEntries(
    clone.uniqueFields.map((name) => {
      const { maxLength = Number.POSITIVE_INFINITY } = fields.find((field) => field.name === name) ?? {};
      const text = [...String(original[name] ?? "")].slice(0, maxLength - clone.suffix.length).join("");
      return [name, `${text}${clone.suffix}`];
    }),
  );
}
