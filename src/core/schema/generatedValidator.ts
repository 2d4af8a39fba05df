/** The part that we read of an error reported by ajv's standalone code. */
export interface GeneratedValidatorError {
  readonly keyword: string;
  /** JSON pointer of the value, "" for the record itself. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Why a text does not have its format, where there is more to say than that. */
export interface FieldExplanation {
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}

/** A function emitted by codegen: true when the record matches the schema, else `errors` lists every violation. */
export interface GeneratedValidator {
  (record: unknown): boolean;
  errors?: readonly GeneratedValidatorError[] | null;
  /** By format. */
  explain?: Readonly<Record<string, (text: string) => FieldExplanation | null>>;
}
