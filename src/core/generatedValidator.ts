/** An error as ajv's standalone code reports it; only what we read. */
export interface GeneratedValidatorError {
  readonly keyword: string;
  /** JSON pointer of the value, "" for the record itself. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A function emitted by codegen: true when the record obeys the schema, else `errors` tells all that is wrong. */
export interface GeneratedValidator {
  (record: unknown): boolean;
  errors?: readonly GeneratedValidatorError[] | null;
}
