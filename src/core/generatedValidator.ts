/** The part that we read of an error reported by ajv's standalone code. */
export interface GeneratedValidatorError {
  readonly keyword: string;
  /** JSON pointer of the value, "" for the record itself. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A function emitted by codegen: true when the record matches the schema, else `errors` lists every violation. */
export interface GeneratedValidator {
  (record: unknown): boolean;
  errors?: readonly GeneratedValidatorError[] | null;
}
