// A part of node-postgres that its type declarations omit.
declare module "pg/lib/utils.js" {
  /** A value as text or bytes, as the driver sends it. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
