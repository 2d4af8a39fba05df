declare const resource: unique symbol;

/** The id of a record. Any number is one, but that of another resource's record is none: `const id: Id<"customers"> = 7`. */
export type Id<Resource extends string> = number & { readonly [resource]?: Resource };

/** The largest value of the database's `integer` columns, ids among them. */
export const MAX_INTEGER = 2_147_483_647;

/** Whether two ids are of the same record: in addresses they are texts. */
export function isSameId(a: number | string, b: number | string): boolean {
  return String(a) === String(b);
}

/** The number that an id is: rows of several resources in one list have texts, which are none. */
export function toNumericId(id: number | string): number {
  return Number(id);
}

/** Whether a value names a record: a number, or a text. */
export function isRecordId<Value>(value: Value): value is Value & (number | string) {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

/** The id of a record as it is sent; empty without one. */
export function idOf({ id }: { readonly id?: unknown }): number | string {
  return typeof id === "number" || typeof id === "string" ? id : "";
}

/** The id that a text is, spaces around it ignored; -1, which no record has, for any other text. */
export function parseIdText(text: string): number {
  const id = /^\d+$/.test(text.trim()) ? Number(text) : -1;
  return isStorableId(id) ? id : -1;
}

/** Whether a value can be an id at all: a number outside the column's range needs no query. */
export function isStorableId<Value>(value: Value): value is Value & number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= MAX_INTEGER;
}
