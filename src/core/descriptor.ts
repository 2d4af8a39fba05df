/**
 * The shapes that codegen emits and that everything else reads: descriptors are plain data, so the
 * panel can render and the platform can serve a resource without any code written for it.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** A record as it is on the wire: snake_case fields. */
export type WireRecord = Record<string, Json | undefined>;

/** What a field is, decided once by codegen; the panel and the platform each keep one registry by kind. */
export type FieldKind =
  | "text"
  | "longText"
  | "integer"
  | "decimal"
  | "money"
  | "percent"
  | "duration"
  | "boolean"
  | "enum"
  | "reference"
  | "references"
  | "dateTime"
  | "date"
  | "timeOfDay"
  | "calendarRange"
  | "callDestination"
  | "email"
  | "emailList"
  | "host"
  | "ip"
  | "ipList"
  | "phoneNumber"
  | "phoneNumbers"
  | "regex"
  | "colour"
  | "file"
  | "password"
  | "country"
  | "timezone"
  | "tags"
  | "object"
  | "list";

/**
 * When a field is shown, required or fixed. Keys are paths in the record; a path may go on behind a
 * reference (`customer_id.type`). All keys must hold; a list means one of its values; `anyOf` means one
 * of its conditions. `$mode` is "create" or "update".
 */
export type Condition = { readonly [path: string]: ConditionValue } | { readonly anyOf: readonly Condition[] };
export type ConditionValue =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean | null)[]
  | { readonly not: string | number | boolean | null | readonly (string | number | boolean | null)[] };

export type Operation = "list" | "read" | "create" | "update" | "delete";
/** What a role may do. `lookup` reads through pickers and the API but opens no page. */
export type Right = "read" | "create" | "update" | "delete" | "lookup";
/** true: always; "own": only on the record whose id is the caller's admin id; "others": on every record but that. */
export type Grant = true | "own" | "others";
export type Grants = Readonly<Partial<Record<Right, Grant>>>;
/** Flags of an administrator that say which data the role's rights reach. */
export type DataFlag = "call_data" | "billing_data";
/** Right -> flag that it takes besides the role. */
export type Requirements = Readonly<Partial<Record<Right, DataFlag>>>;

export interface ReferenceDescriptor {
  readonly resource: string;
  /** Filter of the target that typed text fills (`*text*`), where the platform can not search in all of `searchIn`. */
  readonly search: string;
  /** Field of the target that labels a choice; absent: its title does. */
  readonly label?: string;
  /** Extra filters of the choices: query parameter -> literal, or "$field" for a value of this record. */
  readonly filter?: Readonly<Record<string, string | number | boolean>>;
  /** Choices come from this legacy table instead of the REST collection. */
  readonly legacyTable?: string;
  /** What happens here when the target is removed: default "restrict" is left to named hooks. */
  readonly onDelete?: "cascade" | "clear" | "restrict";
  /** May be named in `expand`. */
  readonly expand: boolean;
}

export interface CalendarDescriptor {
  readonly events: string;
  readonly name: string;
  readonly file: string;
}

/** A field whose value is a file; see fileValue.ts for how it is written in a record. */
export interface FileDescriptor {
  /** Media types that are taken. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Field that tells the stored file's media type. */
  readonly typeField?: string;
  /** Name below `/api/` where the file is read: by the record's id, or by what the resource is scoped by. */
  readonly download?: string;
  /** Taken as a whole body as well. */
  readonly raw?: boolean;
  /** Readers may name the format they want; there is but one. */
  readonly format?: boolean;
}

export interface FieldDescriptor {
  readonly name: string;
  readonly kind: FieldKind;
  /** Required always, only on create (write-only secrets keep their value on update), or never. */
  readonly required: boolean | "create";
  /** Required while this holds (in addition to `required`). */
  readonly requiredWhen?: Condition;
  /** The field exists only while this holds; hidden means not sent and not stored. */
  readonly when?: Condition;
  /** Set by the server only; dropped from request bodies. */
  readonly readOnly?: boolean;
  /** Never part of an answer. */
  readonly writeOnly?: boolean;
  /** A secret: masked in the journal, in messages and in logs. */
  readonly secret?: boolean;
  /** Can be given on create only. */
  readonly immutable?: boolean;
  /** In the answers only when the server's hook provides it: no column of its own. */
  readonly computed?: boolean;
  /** Kept in the table, never on the wire. */
  readonly internal?: boolean;
  /** Materialised from a referenced record, `contact_id.reseller_id`; kept in step by the platform. */
  readonly derive?: string;
  readonly default?: Json;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly unit?: "cents" | "seconds" | "percent" | "code";
  /** A list that is more than a table of its items. */
  readonly as?: "events";
  readonly file?: FileDescriptor;
  readonly reference?: ReferenceDescriptor;
  /** Fields of an object, or of each item of a list. */
  readonly fields?: readonly FieldDescriptor[];
  /** How the query parameter of this field's name matches; absent: not a filter. */
  readonly filter?: FilterMatch;
  /** May be changed in the list, without opening a form. */
  readonly inline?: boolean;
  /** For programs only: no page of a record shows it. */
  readonly unseen?: boolean;
  /** May be changed for many records at once, though not in a row. */
  readonly bulk?: boolean;
  /** Members of a list's entry that say it in one line, where a list shows it; `/mask` has that sign before it. */
  readonly line?: readonly string[];
  /** Columns that together must be unique with this field: [] is platform-wide. */
  readonly unique?: readonly string[];
  /** Per base role, the rights on this field that differ from those on the resource. */
  readonly access?: Readonly<Record<string, Grants>>;
  /** Rights on this field that take a flag of the administrator as well. */
  readonly requires?: Requirements;
}

/** wildcard: `*` matches any run; exact; list: comma-separated values; present: boolean "is set". */
export type FilterMatch = "wildcard" | "exact" | "list";

export interface FilterDescriptor {
  /** Query parameter. */
  readonly name: string;
  /** Field (or path behind a reference) it filters on. */
  readonly source: string;
  readonly match: FilterMatch | "not" | "gt" | "ge" | "lt" | "le";
  readonly kind: FieldKind;
}

export interface ColumnDescriptor {
  /** Field name or path behind references, `contact_id.email`. */
  readonly source: string;
  readonly kind: FieldKind;
  readonly sortable: boolean;
  readonly inline: boolean;
  /** Hidden until chosen. */
  readonly optional?: boolean;
}

export interface ListDescriptor {
  readonly columns: readonly ColumnDescriptor[];
  /** Offered to the user, in this order. */
  readonly filters: readonly FilterDescriptor[];
  /** Filter that the quick search box fills. */
  readonly search?: string;
  /** Paths of texts that tell one record from another; the query parameter `search` looks in all of them. */
  readonly searchIn: readonly string[];
  /** Filters in force until the user changes them. */
  readonly defaultFilters?: Readonly<Record<string, string>>;
  readonly sort: { readonly field: string; readonly order: "ASC" | "DESC" };
  readonly perPage: number;
  /** `expand` parameter that brings the columns behind references. */
  readonly expand: readonly string[];
  /** The list is read through this legacy table instead of the REST collection. */
  readonly legacyTable?: string;
  /** There are as many as subscribers or calls. */
  readonly large?: boolean;
}

export interface FormGroupDescriptor {
  readonly name: string;
  readonly fields: readonly string[];
}

/** A way to create a record that has its own address and presets (`/contract/peering/create`). */
export interface VariantDescriptor {
  readonly name: string;
  readonly path: string;
  readonly preset: Readonly<Record<string, Json>>;
}

export interface ChildDescriptor {
  readonly resource: string;
  /** Field of the child that holds this record's id. */
  readonly by: string;
  /** Path segment below the parent's details. */
  readonly path: string;
}

/** What a part of a record's page has in it. */
export type TabContent =
  /** The record itself, or these groups of its fields. */
  | { readonly kind: "self"; readonly groups?: readonly string[] }
  /** A record that it refers to, by a path of references, and the resource of each of them. */
  | { readonly kind: "reference"; readonly reference: string; readonly resources: readonly string[] }
  /** The records that this filter finds by the value of a field of the record. */
  | {
      readonly kind: "list";
      readonly resource: string;
      readonly by: string;
      readonly value: string;
      readonly filter?: Readonly<Record<string, string | number | boolean>>;
      /** Of the list's columns those that are shown here until the person chooses others. */
      readonly columns?: readonly string[];
    }
  /** The record of another resource that has the same id. */
  | { readonly kind: "same"; readonly resource: string }
  /** A resource without a schema: only an older panel can show it. */
  | { readonly kind: "pending"; readonly resource: string };

/** A part of a record's page, with an address of its own. */
export interface DetailsTabDescriptor {
  /** Last part of the address. */
  readonly path: string;
  /** Has a text of its own; else it is called like the resource that it lists. */
  readonly isNamed?: boolean;
  readonly content: TabContent;
  /** Records for which this does not hold have no such part. */
  readonly when?: Condition;
  /** What the platform must have for it, besides what its resource needs. */
  readonly needs?: Needs;
  /** Where the older panel has it, below the record's own address. */
  readonly older?: string;
  /** Further names of it in addresses. */
  readonly aliases?: readonly string[];
}

/** Something that the head of a record's page says. */
export interface HeadFact {
  /** A field of the record, or a path that ends in a reference. */
  readonly source: string;
  /** What it refers to. */
  readonly resource?: string;
}

export interface LegacyTableDescriptor {
  readonly path: string;
  readonly columns: readonly LegacyColumnDescriptor[];
  /** Named hook that narrows the rows (`free_reseller_contracts`). */
  readonly narrow?: string;
}
export interface LegacyColumnDescriptor {
  /** Key in `aaData`. */
  readonly key: string;
  readonly source: string;
  readonly search: "text" | "integer" | "strict" | "none";
}

export type RuleName =
  | "required"
  | "type"
  | "enum"
  | "minimum"
  | "maximum"
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "format"
  | "unique"
  | "reference"
  | "together"
  | "before"
  | "differs"
  | "distinct"
  | "future"
  | "business";

/** A rule between fields that JSON Schema has no word for. */
export type CrossRule =
  | { readonly rule: "together"; readonly fields: readonly string[] }
  | { readonly rule: "before"; readonly fields: readonly [string, string]; readonly orEqual?: boolean }
  | { readonly rule: "differs"; readonly fields: readonly [string, string] }
  | { readonly rule: "distinct"; readonly fields: readonly [string] };

/** What the platform must have so that a resource is there. */
export interface Needs {
  readonly flag?: string;
  /** Something that older platforms do not have, as platforminfo lists it. */
  readonly extension?: string;
  readonly capability?: string;
  readonly licence?: string;
}

/** A resource without a schema, which only older pages show: who may do what with it. */
export type PendingResource = Pick<ResourceSummary, "access" | "requires" | "needs">;

/** What menu, routes and permissions need to know of a resource before its own chunk is loaded. */
export interface ResourceSummary {
  readonly name: string;
  /** Address of its pages, `/customer`. */
  readonly route: string;
  readonly icon: string;
  readonly menu?: { readonly group: string; readonly order: number };
  /** Template of a record's title, `{company|email}`: the first that is set; paths behind references allowed. */
  readonly record: string;
  readonly operations: readonly Operation[];
  readonly access: Readonly<Record<string, Grants>>;
  /** Rights that take a flag of the administrator as well. */
  readonly requires?: Requirements;
  readonly needs?: Needs;
  /** Path of the create form below the route. */
  readonly createPath: string;
  readonly parent?: { readonly resource: string; readonly by: string; readonly path: string };
  /** Every record of that resource has exactly one of these, under its own id. */
  readonly settingsOf?: string;
  /** Resource whose record of the same id holds this one's preferences. */
  readonly preferences?: string;
  /** Another resource on the same address (`?resource=`): one address book, two resources. */
  readonly sharesRouteWith?: string;
}

/** A column of the files that a resource is imported from and exported to. */
export interface CsvColumn {
  /** As messages and headers call it, `carrier_name`. */
  readonly name: string;
  /** A field, or one of the record that a field refers to: `carrier_id.name`. */
  readonly source: string;
}

export interface CsvDescriptor {
  /** In order; the first behind a reference is what the record referred to is found by. */
  readonly columns: readonly CsvColumn[];
  /** Field, or field behind a reference of the columns, whose value says whose the records of a file are. */
  readonly owner?: string;
  /** References whose record is made where there is none. */
  readonly creates?: readonly string[];
  /** What can be taken away before: the owner's records, or also what they belong to. */
  readonly purge?: "rows" | "parents";
  /** Downloads begin with a line that names the columns. */
  readonly header?: boolean;
  readonly file: string;
  /** Where the older panel downloads the records of an owner: `/reseller/:id/phonebook_download_csv`. */
  readonly older?: string;
}

export interface ResourceDescriptor extends ResourceSummary {
  /** How a record goes away: erased, or a field set to a final value. */
  readonly remove:
    | { readonly by: "delete" }
    | { readonly by: "status"; readonly field: string; readonly value: string };
  /** The removed record's status when DELETE exists on the wire but keeps the row. */
  readonly removedStatus?: { readonly field: string; readonly value: string };
  /** Status values in which a record is not addressable any more. */
  readonly hiddenWhen?: { readonly field: string; readonly values: readonly string[] };
  /** Status values in which a record can not be changed any more. */
  readonly frozenWhen?: { readonly field: string; readonly values: readonly string[] };
  /** Fields that the platform sets along with a new status. */
  readonly statusSets?: { readonly field: string; readonly fields: readonly string[] };
  /** Resources whose records below get the same status: what they had before is lost. */
  readonly statusReaches?: readonly string[];
  /** Path to the reseller a row belongs to; absent: not scoped. */
  readonly scope?: string;
  /** No table: the resource's hook works the records out for each request, and their ids may be texts. */
  readonly storage?: "computed";
  /** POST replaces the record that has these fields alike. */
  readonly upsert?: readonly string[];
  /** The record is also an iCalendar file: the field of its events, the one that names it, and the part it comes in. */
  readonly calendar?: CalendarDescriptor;
  readonly fields: readonly FieldDescriptor[];
  readonly rules: readonly CrossRule[];
  /** Every query parameter that filters. */
  readonly filters: readonly FilterDescriptor[];
  readonly list: ListDescriptor;
  readonly groups: readonly FormGroupDescriptor[];
  readonly variants: readonly VariantDescriptor[];
  readonly children: readonly ChildDescriptor[];
  /** What goes when a record goes: the filter that finds it and the field of this record whose value it takes. */
  readonly dependents: readonly { readonly resource: string; readonly by: string; readonly value: string }[];
  /** Rows are ordered by this field within the given ones, and can be moved up and down. */
  readonly order?: { readonly by: string; readonly within: readonly string[] };
  /** Offers a copy with everything it owns. */
  readonly clone?: {
    readonly suffix: string;
    readonly field: string;
    readonly children: readonly string[];
    /** Fields that the copy does not take over. */
    readonly without?: readonly string[];
  };
  /** References to records whose preferences hold where there is no own one, the nearest first. */
  readonly inheritsPreferences?: readonly string[];
  /** Records below that may have preferences of their own: `parameter` of a request names one of them. */
  readonly preferencesBy?: { readonly resource: string; readonly by: string; readonly parameter: string };
  /** Records come and go as CSV. */
  readonly csv?: CsvDescriptor;
  /** Resource whose files bring records of this one along. */
  readonly madeByCsvOf?: string;
  readonly legacyTables: readonly LegacyTableDescriptor[];
  readonly wire: {
    /** PATCH also takes add and remove. */
    readonly patchOps: boolean;
    /** POST answers with the record on request. */
    readonly representation: boolean;
    /** Filter that a DELETE of the collection needs. */
    readonly deleteBy?: string;
  };
  readonly journal: boolean;
}

/** Storage of one resource, read by the platform only. */
export interface TableDescriptor {
  readonly name: string;
  /** Several resources may share a table; each sees the rows where this holds. */
  readonly where?: Readonly<Record<string, null | "not null">>;
  readonly columns: readonly ColumnStorage[];
  readonly indexes: readonly IndexStorage[];
}

/** Where the records of a resource are kept. */
export interface StorageDescriptor extends Pick<TableDescriptor, "name" | "where"> {
  /** With this value of its field a record is over, and these go: rows of `resource` whose `by` is its id, in this order. */
  readonly ends?: {
    readonly field: string;
    readonly value: string;
    readonly erases: readonly { readonly resource: string; readonly by: string }[];
  };
}

export interface ColumnStorage {
  readonly name: string;
  readonly type:
    | "integer"
    | "bigint"
    | "text"
    | "boolean"
    | "numeric"
    | "timestamptz"
    | "jsonb"
    | "double precision"
    | "bytea";
  readonly notNull: boolean;
  readonly default?: string;
}
export interface IndexStorage {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /**
   * prefix: lower(column) text_pattern_ops for beginnings; gin for JSON containment; trigram for texts anywhere in any
   * of the columns, which not every database can.
   */
  readonly method?: "prefix" | "gin" | "trigram";
  /** Partial index: rows not in these states. */
  readonly except?: { readonly field: string; readonly values: readonly string[] };
  /** Partial index: the rows of one of the resources that share the table. */
  readonly where?: TableDescriptor["where"];
}

export interface RouteDescriptor {
  readonly path: string;
  readonly resource: string;
  readonly view: "list" | "create" | "edit" | "details" | "preferences" | "upload";
  readonly right: Right;
  readonly variant?: string;
}

/** A page that no entity brings, from `schemas/pages.json`. */
export interface PageDescriptor {
  /** As the router writes it: `/invoice/:id/download`. */
  readonly path: string;
  /** Label below `pages.names`. */
  readonly name: string;
  readonly kind: "native" | "framed" | "window" | "passthrough";
  /** What one needs the right on: a resource, with or without a schema, or a page of `schemas/roles.json`. */
  readonly guard: { readonly resource: string } | { readonly page: string };
  readonly right: Right;
  readonly needs?: Needs;
  readonly icon?: string;
  readonly menu?: { readonly group: string; readonly order: number };
  /** The pages above it, the uppermost first. */
  readonly trail: readonly PageStep[];
  /** Where the older panel has it, if elsewhere. */
  readonly frame?: string;
  /** What the new window shows. */
  readonly opens?: string;
  /** Who has what it opens; absent: always there. */
  readonly behind?: "platform" | "older";
  /** Stands for whatever is below the path and is no page of its own. */
  readonly isRest?: true;
}

/** A step of the way up: a list or record of a resource, or another such page. */
export type PageStep =
  | { readonly path: string; readonly resource: string; readonly isRecord?: true }
  | { readonly path: string; readonly page: string };

/** One rule of one field, as the rule book lists it. */
export interface RuleEntry {
  readonly resource: string;
  /** Where it is told; the first entry stands for all of a list: `/alias_numbers/0/cc`. */
  readonly pointer: string;
  readonly rule: RuleName;
  /** Message key of the refusal. */
  readonly key: string;
  readonly params: Readonly<Record<string, Json>>;
  /** It holds for new records only, or for changes only. */
  readonly mode?: "create" | "update";
  readonly when?: Condition;
  /** Whether the browser knows it too, or only the server (uniqueness, references). */
  readonly side: "both" | "server";
  /** What other fields hold while it is tried, by pointer. */
  readonly with?: Readonly<Record<string, Json>>;
  /** Values on the good side of the bound; empty: any value that a valid record has. */
  readonly valid: readonly Json[];
  /** Values that break it; empty: only other records, or the record's past, can break it. */
  readonly invalid: readonly Json[];
}
