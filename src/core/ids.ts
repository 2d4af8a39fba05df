/** The largest value of the database's `integer` columns, ids among them. */
export const largestInteger = 2_147_483_647;

/** Whether a value can be an id at all: a number outside the column's range needs no query. */
export function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= largestInteger;
}
