/**
 * The shapes that codegen emits and everything else reads: descriptors are plain data, so the panel can render and the
 * platform can serve a resource without resource-specific code.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** A record as sent on the wire: snake_case fields. */
export type WireRecord = Record<string, Json | undefined>;

/** The kind of a field, decided once by codegen; the panel and the platform each keep one registry by kind. */
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
 * When a field is shown, required or immutable. Keys are paths in the record; a path may follow references
 * (`customer_id.type`). All keys must match; a list matches any of its values; `anyOf` any of its conditions. `$mode`
 * is "create" or "update".
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
/** What a role may do. `lookup` allows reading through pickers and the API but opens no page. */
export type Right = "read" | "create" | "update" | "delete" | "lookup";
/** true: always; "own": only on the record whose id is the caller's admin id; "others": on every other record. */
export type Grant = true | "own" | "others";
export type Grants = Readonly<Partial<Record<Right, Grant>>>;
/** Flags of an administrator that say which data the role's rights cover. */
export type DataFlag = "call_data" | "billing_data";
/** Right -> flag required in addition to the role. */
export type Requirements = Readonly<Partial<Record<Right, DataFlag>>>;

export interface ReferenceDescriptor {
  readonly resource: string;
  /** Filter of the target that typed text fills (`*text*`), where the platform cannot search in all of `searchIn`. */
  readonly search: string;
  /** Field of the target that labels a choice; absent: its title. */
  readonly label?: string;
  /** Extra filters for choices: query parameter -> literal, or "$field" for a value of this record. */
  readonly filter?: Readonly<Record<string, string | number | boolean>>;
  /** Choices come from this legacy table instead of the REST collection. */
  readonly legacyTable?: string;
  /** What happens here when the target is deleted; by default it cannot be deleted while referenced. */
  readonly onDelete?: "cascade" | "clear" | "restrict";
  /** May be named in `expand`. */
  readonly expand: boolean;
}

/** The field that tells records of several resources apart, and the resource for each of its values. */
export interface KindsDescriptor {
  readonly by: string;
  readonly resources: Readonly<Record<string, string>>;
}

/** What calls use instead of their own while a change is tried: parameters of a call, and the field with the id. */
export interface TryOutDescriptor {
  readonly caller_rewrite_id?: string;
  readonly callee_rewrite_id?: string;
  readonly caller_ncos_level_id?: string;
}

export interface CalendarDescriptor {
  readonly events: string;
  readonly name: string;
  readonly file: string;
}

/** A field whose value is a file; see fileValue.ts for the encoding in a record. */
export interface FileDescriptor {
  /** Accepted media types. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Field that holds the stored file's media type. */
  readonly typeField?: string;
  /** Field that holds the media type with which the file is sent. */
  readonly servedAs?: string;
  /** Path below `/api/` to download the file: by the record's id, or by the resource's scope. */
  readonly download?: string;
  /** Value of the endpoint's parameter `type` that asks for this file; any other value asks for its first. */
  readonly asks?: string;
  /** Where there is none, the first file of the endpoint is sent, with its address in `Content-Location`. */
  readonly orFirst?: boolean;
  /** The item's URL returns it to all clients that do not accept JSON. */
  readonly isDefault?: boolean;
  /** URL of the older panel that shows it in the browser. */
  readonly older?: string;
  /** Also accepted as a raw request body. */
  readonly raw?: boolean;
  /** Clients may name the format they want; there is only one. */
  readonly format?: boolean;
  /** Stored and sent in pieces, as it is too large to be held in memory. */
  readonly streamed?: boolean;
  /** Field that holds the file's name. */
  readonly nameField?: string;
}

/** JSON type of a value. */
export type WireType = "string" | "integer" | "number" | "boolean" | "object" | "array";

/** Bounds of the entries of a list without fields. */
export interface ItemDescriptor {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
}

export interface FieldDescriptor {
  readonly name: string;
  readonly kind: FieldKind;
  /** Only if it is not the type of the kind (`core/wireType.ts`): amounts of whole cents. */
  readonly type?: WireType;
  /** Required always, only on create (write-only secrets keep their value on update), or never. */
  readonly required: boolean | "create";
  /** Required while this holds (in addition to `required`). */
  readonly requiredWhen?: Condition;
  /** `format` only holds while this does. */
  readonly formatWhen?: Condition;
  /** The format that holds while `formatWhen` does not. */
  readonly formatElse?: "number-prefix";
  /** The field exists only while this holds; a hidden field is neither sent nor stored. */
  readonly when?: Condition;
  /** Set by the server only; dropped from request bodies. */
  readonly readOnly?: boolean;
  /** Never part of a response. */
  readonly writeOnly?: boolean;
  /** A secret: masked in the journal, in messages, in logs, in exports, and on pages until asked for. */
  readonly secret?: boolean;
  /** Set to the time of creation. */
  readonly stamped?: boolean;
  /** Can be given on create only. */
  readonly immutable?: boolean;
  /** Only in responses when the server's hook provides it: no column of its own. */
  readonly computed?: boolean;
  /** Stored in the table, never on the wire. */
  readonly internal?: boolean;
  /** Field with the reseller whose administrators read this one; for those of others it is empty. */
  readonly scope?: string;
  /** Copied from a referenced record, `contact_id.reseller_id`; kept in sync by the platform. */
  readonly derive?: string;
  /** Holds a value of the record that a reference beside it points to, `domain_id.domain`; requests may send either. */
  readonly aliasOf?: string;
  readonly default?: Json;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Of a list: minimum number of members of each of its objects. */
  readonly minProperties?: number;
  readonly format?: string;
  readonly unit?: "cents" | "currency" | "centsPerSecond" | "centsEach" | "seconds" | "percent" | "code" | "phone";
  /** Of money and prices: paths of their currency, the preferred one first; by default the record's own `currency`. */
  readonly currency?: readonly string[];
  /** A list that needs more than a table of its items. */
  readonly as?: "events" | "week" | "calendarWeek";
  readonly file?: FileDescriptor;
  readonly reference?: ReferenceDescriptor;
  /** Fields of an object, or of each item of a list. */
  readonly fields?: readonly FieldDescriptor[];
  /** Of a list of numbers or texts. */
  readonly items?: ItemDescriptor;
  /** How the query parameter of this field's name matches; absent: not a filter. */
  readonly filter?: FilterMatch;
  /** May be changed in the list, without opening a form. */
  readonly inline?: boolean;
  /** Offer only codes that no other record uses. */
  readonly offers?: { readonly from: string; readonly to: string };
  /** Text that is a phone number or a SIP address, which the web phone can call. */
  readonly dial?: boolean;
  /** For API clients only: no page shows it. */
  readonly apiOnly?: boolean;
  /** The member beside it with a destination that these seconds wait for, see `isAsked`. */
  readonly waitsFor?: string;
  /** Records do not share its value: it is not changed in many at once. */
  readonly unshared?: boolean;
  /** Values that ask before a switch in a list sets them. */
  readonly asks?: readonly boolean[];
  /** Whose clock its times of day, dates or months are read on. */
  readonly clock?: "subscriber" | "customer" | "platform";
  /** Records that such a change concerns: those of a resource that a parameter of its list finds by the record's id. */
  readonly affects?: { readonly resource: string; readonly by: string };
  /**
   * The list that has the field's values to come, and its members with the value and its beginning; those of `apart` make
   * another series.
   */
  readonly later?: {
    readonly list: string;
    readonly as: string;
    readonly from: string;
    readonly apart?: readonly string[];
  };
  /** Members of a list item that summarise it in one line; `/mask` is prefixed with that sign. */
  readonly line?: readonly string[];
  /** Columns that must be unique together with this field: [] is platform-wide. */
  readonly unique?: readonly string[];
  /** Empty values count as values: there is one record without any of them. */
  readonly uniqueOrEmpty?: true;
  /** Compared as foldName does, in lookups as well. */
  readonly uniqueAnyCase?: true;
  /** Per base role, the rights on this field that differ from those on the resource. */
  readonly access?: Readonly<Record<string, Grants>>;
  /** Rights on this field that also require a flag of the administrator. */
  readonly requires?: Requirements;
  /** Ids of the requirements that its rules prove; absent: those around it. */
  readonly requirements?: readonly string[];
}

/** wildcard: `*` matches any run; exact; list: comma-separated values; present: boolean "is set". */
export type FilterMatch = "wildcard" | "exact" | "list";

export interface FilterDescriptor {
  /** Query parameter. */
  readonly name: string;
  /** Field (or path behind a reference) it filters on. */
  readonly source: string;
  readonly match: FilterMatch | "not" | "gt" | "ge" | "lt" | "le" | "empty";
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
  /** Resources along its path: the column is shown only to those who may look them up. */
  readonly lookups?: readonly string[];
}

export interface ListDescriptor {
  readonly columns: readonly ColumnDescriptor[];
  /** Offered to the user, in this order. */
  readonly filters: readonly FilterDescriptor[];
  /** Filter that the quick search box fills. */
  readonly search?: string;
  /** Paths of texts that identify a record; the query parameter `search` looks in all of them. */
  readonly searchIn: readonly string[];
  /** What people look for a record by: of logs and of records below another one, all that the search over everything finds them by. */
  readonly finds?: readonly string[];
  /** Where phone numbers are that find a record: digits in `field` of a resource that refers to it with `by`. */
  readonly numbers?: { readonly resource: string; readonly by: string; readonly field: string };
  /** Default filters until the user changes them. */
  readonly defaultFilters?: Readonly<Record<string, string>>;
  readonly sort: { readonly field: string; readonly order: "ASC" | "DESC" };
  readonly perPage: number;
  /** `expand` parameter that loads the columns behind references. */
  readonly expand: readonly string[];
  /** The list is read through this legacy table instead of the REST collection. */
  readonly legacyTable?: string;
  /** Has as many rows as there are subscribers or calls. */
  readonly large?: boolean;
  /** Fields whose sums over all filtered records are shown below the rows. */
  readonly sums?: readonly string[];
}

export interface FormGroupDescriptor {
  readonly name: string;
  readonly fields: readonly string[];
}

/** A way to create a record with an address and presets of its own (`/contract/peering/create`). */
export interface VariantDescriptor {
  readonly name: string;
  readonly path: string;
  readonly preset: Readonly<Record<string, Json>>;
  /** Shows only these fields. Such a form is offered beside the general one, where a tab names it. */
  readonly fields?: readonly string[];
  /** Fields required here in addition to those that always are. */
  readonly required?: readonly string[];
  /** On platforms without this, the general form is used instead. */
  readonly needs?: Needs;
}

export interface ChildDescriptor {
  readonly resource: string;
  /** Field of the child that holds this record's id. */
  readonly by: string;
  /** Path segment below the parent's details. */
  readonly path: string;
}

/** The content of a tab on a record's page. */
export type TabContent =
  /** The record itself, or these groups of its fields. */
  | { readonly kind: "self"; readonly groups?: readonly string[] }
  /** A related record, by a path of references, and the resource of each of them. */
  | { readonly kind: "reference"; readonly reference: string; readonly resources: readonly string[] }
  /** The records that this filter finds by the value of a field of the record. */
  | {
      readonly kind: "list";
      readonly resource: string;
      readonly by: string;
      readonly value: string;
      readonly filter?: Readonly<Record<string, string | number | boolean>>;
      /** Columns shown here by default. */
      readonly columns?: readonly string[];
      /** Title template for its rows here, instead of their own. */
      readonly record?: string;
      /** The variant of the form that creates one here. */
      readonly create?: string;
    }
  /** The record of another resource that has the same id. */
  | { readonly kind: "same"; readonly resource: string }
  /** A resource without a schema: only the older panel can show it. */
  | { readonly kind: "pending"; readonly resource: string };

/** A tab of a record's page, with an address of its own. */
export interface DetailsTabDescriptor {
  /** Last part of the address. */
  readonly path: string;
  /** Has a label of its own; otherwise that of the resource it lists. */
  readonly isNamed?: boolean;
  /** Tabs of a section stand in a line of their own. Text: `details.sections`. */
  readonly section?: string;
  readonly content: TabContent;
  /** Hidden for records that do not match. */
  readonly when?: Condition;
  /** What the platform must have, in addition to what its resource needs. */
  readonly needs?: Needs;
  /** Its address in the older panel, below the record's own or, with a slash, from the root. */
  readonly older?: string;
  /** Aliases in addresses. */
  readonly aliases?: readonly string[];
}

/** A fact in the header of a record's page. */
export interface HeadFact {
  /** A field of the record, or a path that ends in a reference. */
  readonly source: string;
  /** Resource it refers to. */
  readonly resource?: string;
}

export interface LegacyTableDescriptor {
  /** `{customer_id}` in it stands for the value of a field. */
  readonly path: string;
  /** The field in the path. */
  readonly of?: string;
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
  | "minProperties"
  | "format"
  | "unique"
  | "uniqueTogether"
  | "reference"
  | "together"
  | "before"
  | "differs"
  | "distinct"
  | "future"
  | "business";

/** A rule between fields that JSON Schema has no keyword for. */
export type CrossRule =
  | { readonly rule: "together"; readonly fields: readonly string[] }
  | { readonly rule: "before"; readonly fields: readonly [string, string]; readonly orEqual?: boolean }
  | { readonly rule: "differs"; readonly fields: readonly [string, string] }
  | { readonly rule: "distinct"; readonly fields: readonly [string] };

/** What the platform must have for a resource to exist. */
export interface Needs {
  readonly flag?: string;
  /** An extension that older platforms lack, as platforminfo lists it. */
  readonly extension?: string;
  readonly capability?: string;
  readonly licence?: string;
}

/** A resource without a schema, which only the older panel shows: its access rights. */
export type PendingResource = Pick<ResourceSummary, "access" | "requires" | "needs">;

/** What menu, routes and permissions need to know of a resource before its chunk is loaded. */
export interface ResourceSummary {
  readonly name: string;
  /** Address of its pages, `/customer`. */
  readonly route: string;
  readonly icon: string;
  readonly menu?: { readonly group: string; readonly order: number };
  /** Template of a record's title, `{company|email}`: the first that is set; paths through references allowed. */
  readonly record: string;
  readonly operations: readonly Operation[];
  readonly access: Readonly<Record<string, Grants>>;
  /** Rights that also require a flag of the administrator. */
  readonly requires?: Requirements;
  readonly needs?: Needs;
  /** Path of the create form below the route. */
  readonly createPath: string;
  readonly parent?: {
    readonly resource: string;
    readonly by: string;
    readonly path: string;
    /** The API has lists and records below their parent only. */
    readonly nested?: boolean;
  };
  /** Every record of that resource has exactly one of these, with the same id. */
  readonly settingsOf?: string;
  /** Resource whose record with the same id holds this one's preferences. */
  readonly preferences?: string;
  /** Another resource on the same address (`?resource=`): one address book, two resources. */
  readonly sharesRouteWith?: string;
  /** Resource whose record with the same id has the page that shows this one. */
  readonly shownAs?: string;
  /** Records are of several resources, told apart by a field; each has the page of the one with the same id. */
  readonly kinds?: KindsDescriptor;
}

/** A column of a resource's import and export files. */
export interface CsvColumn {
  /** Its name in messages and headers, `carrier_name`. */
  readonly name: string;
  /** A field, or a field of the referenced record: `carrier_id.name`. */
  readonly source: string;
}

export interface CsvDescriptor {
  /** In order; the referenced record is found by the first column behind its reference, and those it is unique within. */
  readonly columns: readonly CsvColumn[];
  /** A line may end after this many columns. */
  readonly least?: number;
  /** Column -> the column whose value an empty cell takes. */
  readonly sameAs?: Readonly<Record<string, string>>;
  /** Field, or field behind a reference of the columns, that holds the owner of a file's records. */
  readonly owner?: string;
  /** Each line begins with its owner, unless the caller has only one. */
  readonly ownerFirst?: boolean;
  /** Columns with a time, where a date alone means the end of that day. */
  readonly dayEnds?: readonly string[];
  /** References whose missing records are created. */
  readonly creates?: readonly string[];
  /** An invalid line keeps the whole file from being stored. */
  readonly whole?: boolean;
  /** The owner's records can be deleted before an import. */
  readonly purge?: boolean;
  /** How many of those have a value in this field is told. */
  readonly purgeMarks?: string;
  /** Downloads start with a header line. */
  readonly header?: boolean;
  /** Name of downloads; absent: there are none. */
  readonly file?: string;
  /** Download address in the older panel: `/reseller/:id/phonebook_download_csv`. */
  readonly older?: string;
}

/** Related records that are made together with a record, in one request. */
export interface CompositePart {
  /** Its member in the request: the reference of the record, or the resource of those that refer to it. */
  readonly name: string;
  /** `before`: the record that the new one refers to; `after`: records that refer to the new one. */
  readonly made: "before" | "after";
  readonly resource: string;
  /** The reference between them: of the record, or of those made after it. */
  readonly by: string;
  /** The fields that the form asks for, in order. */
  readonly fields: readonly string[];
  /** How many records; one of those made before. */
  readonly atMost: number;
}

export interface ShortcutDescriptor {
  readonly name: "forwards" | "password";
  /** Path of the tab. */
  readonly tab: string;
  /** What the user has to be able to read; absent: the record is to be changed there. */
  readonly resource?: string;
}

export interface ResourceDescriptor extends ResourceSummary {
  /** Template of the phone number that a record is. */
  readonly dial?: string;
  /** How a record is removed: deleted, or a field set to a final value. */
  readonly remove:
    | { readonly by: "delete" }
    | { readonly by: "status"; readonly field: string; readonly value: string };
  /** Status of a removed record when the wire has DELETE but the row is kept. */
  readonly removedStatus?: { readonly field: string; readonly value: string };
  /** Status values in which a record is no longer addressable. */
  readonly hiddenWhen?: { readonly field: string; readonly values: readonly string[] };
  /** Status values in which a record is read-only. */
  readonly frozenWhen?: { readonly field: string; readonly values: readonly string[] };
  /** Fields that the platform sets along with a new status. */
  readonly statusSets?: { readonly field: string; readonly fields: readonly string[] };
  /** Resources whose records below get the same status: their previous one is lost. */
  readonly statusReaches?: readonly string[];
  /** Bulk actions of their own, each of which changes one of these fields. */
  readonly bulk?: readonly { readonly name: string; readonly fields: readonly string[] }[];
  /** Path to the reseller a row belongs to; absent: not scoped. */
  readonly scope?: string;
  /**
   * No table: the resource's hook computes the records for each request, and their ids may be texts; or they are the rows
   * of a query over other tables.
   */
  readonly storage?: "computed" | "query";
  /** References of which each request names one: records are read as that record sees them. */
  readonly owners?: readonly string[];
  /** An unsaved change can be tried on calls. */
  readonly tryOut?: TryOutDescriptor;
  /** POST replaces the record with equal values in these fields. */
  readonly upsert?: readonly string[];
  /** The record is also an iCalendar file: the field with its events, the one with its name, and its component. */
  readonly calendar?: CalendarDescriptor;
  /** Ids of the requirements that the rules of its form prove. */
  readonly requirements?: readonly string[];
  readonly fields: readonly FieldDescriptor[];
  readonly rules: readonly CrossRule[];
  /** Field -> fields that are required if it is there. */
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** Every query parameter that filters. */
  readonly filters: readonly FilterDescriptor[];
  readonly list: ListDescriptor;
  readonly groups: readonly FormGroupDescriptor[];
  readonly variants: readonly VariantDescriptor[];
  /** Records that can be made together with a new one. */
  readonly composite?: readonly CompositePart[];
  /** What usually follows a creation: paths of tabs with a list, and `preferences`. */
  readonly next?: readonly string[];
  /** Actions that open a tab, which may show a resource of its own. */
  readonly shortcuts?: readonly ShortcutDescriptor[];
  readonly children: readonly ChildDescriptor[];
  /**
   * Records deleted together with this one: the filter that finds them and the field of this record whose value it
   * takes.
   */
  readonly dependents: readonly { readonly resource: string; readonly by: string; readonly value: string }[];
  /** Rows are ordered by this field within the given ones, and can be moved up and down. */
  readonly order?: { readonly by: string; readonly within: readonly string[] };
  /** Offers a copy including everything it owns. */
  readonly clone?: {
    readonly suffix: string;
    readonly field: string;
    /** Further fields that must differ. */
    readonly also?: readonly string[];
    /** Children of the record that are copied, in this order: later ones may refer to earlier ones. */
    readonly children: readonly string[];
    /** Fields that are not copied. */
    readonly without?: readonly string[];
  };
  /** References to records whose preferences apply when there is none of its own, nearest first. */
  readonly inheritsPreferences?: readonly string[];
  /** Child records that may have preferences of their own: `parameter` of a request names one of them. */
  readonly preferencesBy?: { readonly resource: string; readonly by: string; readonly parameter: string };
  /** Can be imported from and exported to CSV. */
  readonly csv?: CsvDescriptor;
  /** Resource whose imports create records of this one. */
  readonly madeByCsvOf?: string;
  readonly legacyTables: readonly LegacyTableDescriptor[];
  readonly wire: {
    /** PATCH also accepts add and remove. */
    readonly patchOps: boolean;
    /** POST returns the record on request. */
    readonly representation: boolean;
    /** POST answers 204: what it did has no address. */
    readonly action?: boolean;
    /** Filter that DELETE on the collection requires. */
    readonly deleteBy?: string;
  };
  readonly journal: boolean;
  /** Whether deleted records stay deleted. */
  readonly isFinal?: boolean;
}

/** A foreign key to `id` of the other table. */
export interface ReferenceStorage {
  readonly column: string;
  readonly table: string;
  /** What happens to rows whose referenced row is already missing when the foreign key is created; absent: unknown. */
  readonly orphans?: "erase" | "clear";
}

/** Storage of one resource, read by the platform only. */
export interface TableDescriptor {
  readonly name: string;
  /** Several resources may share a table; each sees the rows where this holds. */
  readonly where?: Readonly<Record<string, null | "not null">>;
  readonly columns: readonly ColumnStorage[];
  readonly indexes: readonly IndexStorage[];
  /** A required timestamptz column: on a PostgreSQL server the rows of a month are a partition (decision 75). */
  readonly partitionBy?: string;
  /** Foreign key columns, enforced by the database. */
  readonly references?: readonly ReferenceStorage[];
}

/** Where the records of a resource are stored. */
export interface StorageDescriptor extends Pick<TableDescriptor, "name" | "where"> {
  /**
   * When its field gets this value, a record has ended and these are deleted: rows of `resource` whose `by` is its id,
   * in this order.
   */
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
  /** Of a unique one: nulls are equal. */
  readonly nullsEqual?: true;
  /** Of a unique one: the last column is compared as foldName does. */
  readonly anyCase?: true;
  /** Columns of texts that may be too long for an index: it holds their MD5. */
  readonly digests?: readonly string[];
  /**
   * prefix: the folded column with text_pattern_ops for prefix matches; gin for JSON containment; trigram for substring matches
   * in any of the columns, which not every database supports.
   */
  readonly method?: "prefix" | "gin" | "trigram";
  /** Partial index: excludes rows in these states. */
  readonly except?: { readonly field: string; readonly values: readonly string[] };
  /** Partial index: rows of one of the resources that share the table. */
  readonly where?: TableDescriptor["where"];
}

export interface RouteDescriptor {
  readonly path: string;
  readonly resource: string;
  readonly view: "list" | "create" | "edit" | "details" | "preferences" | "upload";
  readonly right: Right;
  readonly variant?: string;
}

/** A page that belongs to no entity, from `schemas/pages.json`. */
export interface PageDescriptor {
  /** As a router path: `/invoice/:id/download`. */
  readonly path: string;
  /** Label below `pages.names`. */
  readonly name: string;
  readonly kind: "native" | "framed" | "window" | "passthrough";
  /** What access requires: a right on a resource, with or without a schema, or on a page of `schemas/roles.json`. */
  readonly guard: { readonly resource: string } | { readonly page: string };
  readonly right: Right;
  readonly needs?: Needs;
  readonly icon?: string;
  readonly menu?: { readonly group: string; readonly order: number };
  /** Its parent pages, topmost first. */
  readonly trail: readonly PageStep[];
  /** Its address in the older panel, if different. */
  readonly frame?: string;
  /** What the new window shows. */
  readonly opens?: string;
  /** Who serves what it opens; absent: always available. */
  readonly behind?: "platform" | "older" | "websocket";
  /** Matches everything below the path that has no page of its own. */
  readonly isRest?: true;
}

/** A breadcrumb: a list or record of a resource, or another such page. */
export type PageStep =
  | { readonly path: string; readonly resource: string; readonly isRecord?: true }
  | { readonly path: string; readonly page: string };

/** Title and descriptions of a resource and its fields, for API documentation and types. */
export interface ResourceAbout {
  /** Name of the type. */
  readonly title: string;
  readonly about: string;
  /** Path of a field (`slots.destination`) -> description. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** One rule of one field, as the rule book lists it. */
export interface RuleEntry {
  readonly resource: string;
  /** Where it is reported; the first entry represents all of a list: `/alias_numbers/0/cc`. */
  readonly pointer: string;
  readonly rule: RuleName;
  /** Message key of the error. */
  readonly key: string;
  readonly params: Readonly<Record<string, Json>>;
  /** Applies on create only, or on update only. */
  readonly mode?: "create" | "update";
  readonly when?: Condition;
  /** Whether the browser checks it too, or only the server (uniqueness, references). */
  readonly side: "both" | "server";
  /** Values of other fields while it is tested, by pointer. */
  readonly with?: Readonly<Record<string, Json>>;
  /** Accepted boundary values; empty: any value that a valid record has. */
  readonly valid: readonly Json[];
  /** Values that break it; empty: only other records, or the record's history, can break it. */
  readonly invalid: readonly Json[];
  /** Ids of the requirements that it proves (`x-requirement`). */
  readonly requirements?: readonly string[];
}

/** The part of `schemas/roles.json` that decides rights, as codegen emits it. */
export interface RolesData {
  readonly roles: readonly { readonly name: string; readonly inherits?: string; readonly readOnlyVariant: boolean }[];
  /** Ordered: the first match wins. */
  readonly derivation: readonly { readonly when: RoleCondition; readonly role: string }[];
  /** Server role -> server roles whose administrators it may create and change. */
  readonly manages: Readonly<Record<string, readonly string[]>>;
  /** Server role -> flags it implies. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** Base role -> page, tool, statistic or document -> rights. */
  readonly rights: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type RoleCondition =
  | { readonly anyOf: readonly RoleCondition[] }
  | { readonly [flag: string]: string | boolean };
