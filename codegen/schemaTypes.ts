/** The vocabulary of `schemas/meta.schema.json` as TypeScript, for files that passed its check. */

export type Scalar = string | number | boolean | null;
export type Condition = { readonly [path: string]: unknown };
export type AccessMap = Readonly<Record<string, string>>;
/** Rights, one or several -> flag of the administrator. */
export type RequiresMap = Readonly<Record<string, string>>;
export type NeedsKeyword = Readonly<Partial<Record<"flag" | "extension" | "capability" | "licence", string>>>;

export interface ReferenceKeyword {
  readonly resource: string;
  readonly search?: string;
  readonly filter?: Readonly<Record<string, Scalar>>;
  readonly legacyTable?: string;
  readonly onDelete?: "cascade" | "clear" | "restrict";
  readonly expand?: boolean;
}

export interface FileKeyword {
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly typeField?: string;
  readonly download?: string;
  readonly raw?: boolean;
  readonly format?: boolean;
}

export interface FieldKeyword {
  readonly kind?: string;
  readonly file?: FileKeyword;
  readonly as?: "events";
  readonly unit?: "cents" | "seconds" | "percent" | "code";
  readonly reference?: string | ReferenceKeyword;
  readonly when?: Condition;
  readonly requiredWhen?: Condition;
  readonly immutable?: boolean;
  readonly secret?: boolean;
  readonly computed?: boolean;
  readonly internal?: boolean;
  readonly derive?: string;
  readonly filter?: "wildcard" | "exact" | "list";
  readonly inline?: boolean;
  readonly unseen?: boolean;
  readonly bulk?: boolean;
  readonly line?: readonly string[];
  readonly unique?: "platform" | readonly string[];
  readonly access?: AccessMap;
  readonly requires?: RequiresMap;
}

export interface PropertySchema {
  readonly $ref?: string;
  readonly $comment?: string;
  readonly type?: "string" | "integer" | "number" | "boolean" | "object" | "array";
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly items?: PropertySchema;
  readonly "x-field"?: FieldKeyword;
}

/** A part of a record's page; exactly one of `shows`, `lists`, `has` and `tabs` is there. */
export interface TabKeyword {
  readonly shows?: string;
  readonly lists?: string;
  readonly has?: string;
  readonly tabs?: Readonly<Record<string, TabKeyword>>;
  readonly groups?: readonly string[];
  readonly by?: string;
  readonly filter?: Readonly<Record<string, string | number | boolean>>;
  readonly columns?: readonly string[];
  readonly when?: Condition;
  readonly needs?: NeedsKeyword;
  readonly older?: string;
  readonly aliases?: readonly string[];
}

export interface CsvKeyword {
  readonly columns: readonly string[];
  readonly owner?: string;
  readonly creates?: readonly string[];
  readonly purge?: "rows" | "parents";
  readonly header?: boolean;
  readonly file: string;
  readonly path?: string;
  readonly older?: string;
}

export interface ResourceKeyword {
  readonly route: string;
  readonly icon?: string;
  readonly menu?: { readonly group: string; readonly order: number };
  readonly record: string;
  readonly operations?: readonly string[];
  readonly status?: {
    readonly field: string;
    readonly terminated?: string;
    readonly deleteSets?: string;
    readonly hidden?: readonly string[];
    readonly frozen?: readonly string[];
    readonly sets?: readonly string[];
    readonly reaches?: readonly string[];
    readonly erases?: boolean;
  };
  readonly scope?: string;
  readonly access: AccessMap;
  readonly requires?: RequiresMap;
  readonly needs?: NeedsKeyword;
  readonly list: {
    readonly columns: readonly string[];
    readonly optional?: readonly string[];
    readonly filters?: readonly string[];
    readonly search?: string;
    readonly defaultFilters?: Readonly<Record<string, string>>;
    readonly sort?: string;
    readonly perPage?: number;
    readonly legacyTable?: string;
  };
  readonly filters?: Readonly<Record<string, { readonly source: string; readonly match: string }>>;
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly variants?: Readonly<Record<string, { readonly path: string; readonly preset: Record<string, unknown> }>>;
  readonly createPath?: string;
  readonly parent?: { readonly resource: string; readonly by: string; readonly path: string };
  readonly tabs?: Readonly<Record<string, TabKeyword>>;
  readonly facts?: readonly string[];
  readonly order?: { readonly by: string; readonly within: readonly string[] };
  readonly clone?: {
    readonly field: string;
    readonly suffix: string;
    readonly children?: readonly string[];
    readonly without?: readonly string[];
  };
  readonly preferences?: string;
  readonly inheritsPreferences?: readonly string[];
  readonly preferencesBy?: { readonly resource: string; readonly by: string; readonly parameter: string };
  readonly sharesRouteWith?: string;
  readonly csv?: CsvKeyword;
  readonly rules?: readonly { readonly rule: string; readonly fields: readonly string[]; readonly orEqual?: boolean }[];
  readonly legacyTables?: Readonly<Record<string, { readonly columns: readonly string[]; readonly narrow?: string }>>;
  readonly settingsOf?: string;
  readonly calendar?: { readonly events: string; readonly name: string; readonly file: string };
  readonly upsert?: readonly string[];
  readonly storage?: "computed";
  readonly table?: { readonly name: string; readonly where?: Readonly<Record<string, null | "not null">> };
  readonly large?: boolean;
  readonly indexes?: readonly (readonly string[])[];
  readonly wire?: { readonly patchOps?: boolean; readonly representation?: boolean; readonly deleteBy?: string };
  readonly journal?: boolean;
}

export interface EntitySchema {
  readonly $id: string;
  readonly title: string;
  readonly description?: string;
  readonly $comment?: string;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly "x-resource": ResourceKeyword;
}

/** One entry of `schemas/pages.json`: an address that no entity brings. */
export interface PageKeyword {
  readonly path: string;
  readonly name: string;
  readonly kind: "public" | "native" | "framed" | "window" | "passthrough";
  readonly guard?: { readonly resource?: string; readonly page?: string; readonly right?: string };
  readonly needs?: NeedsKeyword;
  readonly icon?: string;
  readonly menu?: { readonly group: string; readonly order: number };
  readonly parent?: string;
  readonly below?: "read" | "update";
  readonly frame?: string;
  readonly opens?: string;
  readonly behind?: "platform" | "older";
  readonly test?: string;
}

/** `schemas/pages.json`, for a file that passed the check of `schemas/pages.schema.json`. */
export interface PagesFile {
  readonly pages: readonly PageKeyword[];
  /** Older address -> address of today. */
  readonly redirects: Readonly<Record<string, string>>;
}

/** `schemas/roles.json`, for a file that passed the check of `schemas/roles.schema.json`. */
export interface RolesFile {
  readonly roles: readonly {
    readonly name: string;
    readonly about: string;
    readonly inherits?: string;
    readonly readOnlyVariant: boolean;
  }[];
  readonly derivation: readonly { readonly when: Condition; readonly role: string }[];
  readonly manages: Readonly<Record<string, readonly string[]>>;
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** Name -> what it is. */
  readonly pages: Readonly<Record<string, string>>;
  readonly rights: Readonly<Record<string, AccessMap>>;
  readonly pending: Readonly<
    Record<string, { readonly access: AccessMap; readonly requires?: RequiresMap; readonly needs?: NeedsKeyword }>
  >;
}
