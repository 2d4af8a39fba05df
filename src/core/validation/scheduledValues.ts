import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { hasValue } from "../schema/valueAt.ts";
import { parseWireInstant } from "../values/dateTime.ts";

/** A list of values to come, with what its entries consist of. */
interface LaterList {
  readonly later: NonNullable<FieldDescriptor["schedule"]>;
  readonly list: FieldDescriptor;
}

/**
 * New values of many records as those of this one. Where the value of a list of values to come (`schedule`) is an object in
 * place of a list, it is one more entry: what the record has for other dates stays, and what begins at the same moment is
 * replaced. Wire times without an offset are in `zone`.
 */
export function withScheduledValue(
  descriptor: Pick<ResourceDescriptor, "fields">,
  record: WireRecord,
  changes: Readonly<Record<string, Json>>,
  zone: string,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const scheduled = isObject(value) ? laterList(descriptor, name) : undefined;
      return [name, scheduled && isObject(value) ? withEntry(scheduled, record[name], value, zone) : value];
    }),
  );
}

/** Undefined for any other field. */
function laterList({ fields }: Pick<ResourceDescriptor, "fields">, name: string): LaterList | undefined {
  const later = fields.find((field) => field.schedule?.list === name)?.schedule;
  const list = fields.find((field) => field.name === name);
  return later && list ? { later, list } : undefined;
}

function withEntry(
  { later, list }: LaterList,
  planned: Json | undefined,
  entry: { readonly [member: string]: Json },
  zone: string,
): Json[] {
  const entries = Array.isArray(planned) ? planned : [];
  const begins = (item: Json) => {
    const text = isObject(item) ? item[later.startField] : undefined;
    return typeof text === "string" ? (parseWireInstant(text, zone)?.getTime() ?? null) : null;
  };
  const start = begins(entry);
  const seriesFields = later.seriesFields ?? [];
  const isReplaced = (item: Json) =>
    start !== null &&
    begins(item) === start &&
    isObject(item) &&
    !seriesFields.some((member) => hasValue(item[member]));
  const written = (list.fields ?? []).filter(({ readOnly }) => !readOnly).map(({ name }) => name);
  const isAlike = (item: Json) =>
    isObject(item) &&
    written.every((member) => member === later.startField || (item[member] ?? null) === (entry[member] ?? null));
  const replaced = entries.filter(isReplaced);
  if (replaced.length === 1 && replaced.every(isAlike)) return entries;
  const staying = entries.filter((item) => !isReplaced(item));
  return [...staying, entry].toSorted((a, b) => (begins(a) ?? 0) - (begins(b) ?? 0));
}
