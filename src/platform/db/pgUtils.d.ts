/** A module of the driver's that its types leave out: it is there for queries from outside (pg-cursor uses it). */
declare module "pg/lib/utils.js" {
  /** Returns a parameter as the server reads it. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
