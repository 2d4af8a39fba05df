/**
 * The shapes that codegen emits and everything else reads: descriptors are plain data, so the panel can render and the
 * platform can serve a resource without resource-specific code. A member without a comment is the keyword of that name in
 * docs/reference/schema-vocabulary.md.
 */

import type { Admin } from "../../generated/types/admins.gen.ts";
import type {
  Field,
  Fixed,
  Needs as NeedsKeyword,
  Page,
  Property,
  Resource,
  Tab,
} from "../../generated/vocabulary/keywords.gen.ts";
import type { FieldKind, WireType } from "./kinds.ts";

export type { FieldKind, WireType };

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** A record as sent on the wire: snake_case fields. */
export type WireRecord = Record<string, Json | undefined>;

/**
 * A condition on which a field is shown, required or immutable. Keys are paths in the record; a path may follow
 * references (`customer_id.type`). All keys must match; a list matches any of its values; `anyOf` any of its
 * conditions. `$mode` is "create" or "update".
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
/** A right of a role. `lookup` allows reading through pickers and the API but opens no page. */
export type Right = "read" | "create" | "update" | "delete" | "lookup";
/** true: always; "own": only on the record whose id is the caller's admin id; "others": on every other record. */
export type Grant = true | "own" | "others";
export type Grants = Readonly<Partial<Record<Right, Grant>>>;
/** Flags of an administrator that say which data the role's rights cover. */
export type DataFlag = "call_data" | "billing_data";
/** Right -> flag required in addition to the role. */
export type AccessFlags = Readonly<Partial<Record<Right, DataFlag>>>;

export interface ReferenceDescriptor extends Fixed<Exclude<NonNullable<Field["reference"]>, string>> {
  readonly search: string;
  /** Field of the target that labels a choice; absent: its title. */
  readonly label?: string;
  readonly expand: boolean;
}

/** The field that tells records of several resources apart, and the resource for each of its values. */
export type DiscriminatorDescriptor = NonNullable<FixedResource["discriminator"]>;
export type CalendarDescriptor = NonNullable<FixedResource["calendar"]>;

/** A field whose value is a file; see fileValue.ts for the encoding in a record. */
export interface FileDescriptor extends Omit<NonNullable<FixedField["file"]>, "types"> {
  readonly types: readonly string[];
}

/** Bounds of the entries of a list without fields. */
export type ItemDescriptor = Pick<Fixed<Property>, "minimum" | "maximum" | "maxLength" | "format" | "enum">;

type FixedField = Fixed<Field>;
type FixedResource = Fixed<Resource>;

/** Keywords of a field that descriptors have in another form, or not at all. All others they have as they are written. */
export type DerivedKeyword = "kind" | "reference" | "unique" | "currency" | "access" | "accessFlags";
type RetypedKeyword = "when" | "requiredWhen" | "formatWhen" | "file";

/** Keywords of JSON Schema that descriptors have as they are written. */
type PlainKeyword =
  | ("readOnly" | "writeOnly" | "enum" | "format" | "minimum" | "maximum" | "minLength" | "maxLength")
  | ("exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "pattern" | "const")
  | ("minItems" | "maxItems" | "minProperties" | "uniqueItems");

export interface FieldDescriptor
  extends Omit<FixedField, DerivedKeyword | RetypedKeyword>,
    Pick<Fixed<Property>, PlainKeyword> {
  readonly name: string;
  readonly kind: FieldKind;
  /** Only if it is not the type of the kind (`core/schema/kinds.ts`): amounts of whole cents. */
  readonly type?: WireType;
  readonly required: boolean | "create";
  readonly requiredWhen?: Condition;
  readonly formatWhen?: Condition;
  readonly when?: Condition;
  readonly default?: Json;
  /** Paths of the currency of money and prices, the preferred one first; by default the record's own `currency`. */
  readonly currency?: readonly string[];
  readonly file?: FileDescriptor;
  readonly reference?: ReferenceDescriptor;
  readonly fields?: readonly FieldDescriptor[];
  readonly items?: ItemDescriptor;
  readonly unique?: readonly string[];
  /** Empty values count as values: there is one record without any of them. */
  readonly nullsNotDistinct?: true;
  /** Compared as foldName does, in lookups as well. */
  readonly uniqueAnyCase?: true;
  readonly access?: Readonly<Record<string, Grants>>;
  readonly accessFlags?: AccessFlags;
  /** Ids of the requirements that its rules prove; absent: those around it. */
  readonly requirements?: readonly string[];
}

export interface FilterDescriptor {
  /** Query parameter. */
  readonly name: string;
  /** Field (or path behind a reference) it filters on. */
  readonly source: string;
  /** wildcard: `*` matches any run; list: comma-separated values; empty: boolean "is set". */
  readonly match: "wildcard" | "exact" | "list" | "not" | "gt" | "ge" | "lt" | "le" | "empty";
  readonly kind: FieldKind;
}

export interface ColumnDescriptor {
  /** Field name or path behind references, `contact_id.email`. */
  readonly source: string;
  readonly kind: FieldKind;
  readonly sortable: boolean;
  readonly inlineEdit: boolean;
  /** Hidden until chosen. */
  readonly hidden?: boolean;
  /** Resources along its path: the column is shown only to those who may look them up. */
  readonly lookups?: readonly string[];
}

export interface ListDescriptor extends Pick<FixedResource["list"], CopiedListKeyword> {
  readonly columns: readonly ColumnDescriptor[];
  /** Offered to the user, in this order. */
  readonly filters: readonly FilterDescriptor[];
  /** Paths of texts that identify a record; the query parameter `search` looks in all of them. */
  readonly searchIn: readonly string[];
  readonly searchNumbers?: { readonly resource: string; readonly reference: string; readonly field: string };
  readonly sort: { readonly field: string; readonly order: "ASC" | "DESC" };
  readonly perPage: number;
  /** `expand` parameter that loads the columns behind references. */
  readonly expand: readonly string[];
  readonly large?: boolean;
}

/** A way to create a record with an address and presets of its own (`/contract/peering/create`). */
export interface VariantDescriptor extends Omit<NonNullable<FixedResource["variants"]>[string], "preset"> {
  readonly name: string;
  readonly preset: Readonly<Record<string, Json>>;
}

/** The content of a tab on a record's page. */
export type TabContent =
  /** The record itself, or these groups of its fields. */
  | { readonly kind: "self"; readonly groups?: readonly string[] }
  /** A related record, by a path of references, and the resource of each of them. */
  | { readonly kind: "reference"; readonly reference: string; readonly resources: readonly string[] }
  /** The records that this filter finds by the value of a field of the record. */
  | ({
      readonly kind: "list";
      readonly resource: string;
      readonly target: string;
      readonly source: string;
    } & { readonly createVariant?: string } & Pick<Fixed<Tab>, "filter" | "columns" | "recordRepresentation">)
  /** The record of another resource that has the same id. */
  | { readonly kind: "one"; readonly resource: string }
  /** A resource without a schema: only the older panel can show it. */
  | { readonly kind: "legacy"; readonly resource: string };

/** A tab of a record's page, with an address of its own. */
export interface DetailsTabDescriptor extends Pick<Fixed<Tab>, "section" | "legacyPath" | "aliases"> {
  /** Last part of the address. */
  readonly path: string;
  /** Has a label of its own; otherwise that of the resource it lists. */
  readonly isNamed?: boolean;
  readonly content: TabContent;
  /** Hidden for records that do not match. */
  readonly when?: Condition;
  readonly needs?: Needs;
}

export interface HeaderField {
  /** A field of the record, or a path that ends in a reference. */
  readonly source: string;
  readonly resource?: string;
}

export interface LegacyTableDescriptor {
  /** `{customer_id}` in it stands for the value of a field. */
  readonly path: string;
  /** The field in the path. */
  readonly of?: string;
  readonly columns: readonly LegacyColumnDescriptor[];
  /** Named hook that narrows the rows (`free_reseller_contracts`). */
  readonly condition?: string;
}
export interface LegacyColumnDescriptor {
  readonly key: string;
  readonly source: string;
  readonly search: "text" | "integer" | "strict" | "none";
}

/** The rules that a value can break. */
export const ruleNames = [
  "required",
  "type",
  "enum",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "const",
  "pattern",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "format",
  "unique",
  "uniqueTogether",
  "reference",
  "together",
  "before",
  "differs",
  "distinct",
  "future",
  "transition",
  "business",
] as const;
export type RuleName = (typeof ruleNames)[number];

export type CrossRule =
  | { readonly rule: "together"; readonly fields: readonly string[] }
  | { readonly rule: "before"; readonly fields: readonly [string, string]; readonly orEqual?: boolean }
  | { readonly rule: "differs"; readonly fields: readonly [string, string] }
  | { readonly rule: "distinct"; readonly fields: readonly [string] };

/** Changes of a status that a schema allows. `from` null: a new record. */
export interface TransitionDescriptor {
  readonly from: readonly (string | null)[];
  readonly to: readonly string[];
  /** The roles that make it, by their right to update; absent: all. */
  readonly access?: Readonly<Record<string, Grants>>;
  readonly when?: Condition;
}

/** An action on a record: an update of these fields, with values that it sets. */
export interface ActionDescriptor {
  readonly name: string;
  /** A right that it takes in addition to that to update. */
  readonly right?: "delete";
  readonly when?: Condition;
  readonly fields: readonly string[];
  readonly required: readonly string[];
  readonly set: Readonly<Record<string, Json>>;
  readonly confirm?: boolean;
  readonly bulk?: boolean;
  /** A hook does what follows. */
  readonly hook?: true;
}

/** Requirements on the platform for a resource to exist. */
export type Needs = Readonly<Partial<Record<keyof NeedsKeyword, string>>>;

/** A resource without a schema, which only the older panel shows: its access rights. */
export type LegacyResource = Pick<ResourceSummary, "access" | "accessFlags" | "needs">;

/** Keywords of a resource that its summary has as they are written. */
export const summaryKeywords = [
  "menu",
  "preferences",
  "sharesRouteWith",
  "canonicalResource",
  "discriminator",
] as const satisfies readonly (keyof Resource)[];

/** The part of a descriptor that menu, routes and permissions need before the chunk of the resource is loaded. */
export interface ResourceSummary extends Pick<FixedResource, (typeof summaryKeywords)[number]> {
  readonly name: string;
  readonly route: string;
  readonly icon: string;
  /** Template of a record's title, `{company|email}`: the first that is set; paths through references allowed. */
  readonly recordRepresentation: string;
  readonly operations: readonly Operation[];
  readonly access: Readonly<Record<string, Grants>>;
  readonly accessFlags?: AccessFlags;
  readonly needs?: Needs;
  readonly createPath: string;
  readonly parent?: FixedResource["parent"];
  readonly settingsOf?: string;
}

export interface CsvDescriptor extends Omit<NonNullable<FixedResource["csv"]>, "columns" | "uploadPath"> {
  /**
   * In order, with its name in messages and headers, `carrier_name` for `carrier_id.name`; the referenced record is found by the first column behind its reference, and those it is unique within.
   */
  readonly columns: readonly { readonly name: string; readonly source: string }[];
}

/** Related records that are made together with a record, in one request. */
export interface CompositePart {
  /** Its member in the request: the reference of the record, or the resource of those that refer to it. */
  readonly name: string;
  /** `before`: the record that the new one refers to; `after`: records that refer to the new one. */
  readonly created: "before" | "after";
  readonly resource: string;
  /** The reference between them: of the record, or of those made after it. */
  readonly reference: string;
  /** The fields that the form asks for, in order. */
  readonly fields: readonly string[];
  readonly maxItems: number;
}

export interface TabActionDescriptor {
  readonly name: "forwards" | "password";
  readonly tab: string;
  /** The resource that the user has to be able to read; absent: the record is to be changed there. */
  readonly resource?: string;
}

/** Keywords of a resource that descriptors have as they are written. */
export const copiedKeywords = [
  "storage",
  "ownerFilters",
  "callSimulation",
  "upsertKey",
  "calendar",
  "nextSteps",
  "reorder",
  "inheritsPreferences",
  "childPreferences",
] as const satisfies readonly (keyof Resource)[];

/** Keywords that are copied from its list. */
export const copiedListKeywords = [
  "searchFilter",
  "searchFields",
  "filterDefaultValues",
  "legacyTable",
  "sums",
] as const satisfies readonly (keyof Resource["list"])[];
type CopiedListKeyword = (typeof copiedListKeywords)[number];

/** `ResourceDescriptor<"subscribers">`: that of a resource known by name. */
export interface ResourceDescriptor<Name extends string = string>
  extends ResourceSummary,
    Pick<FixedResource, (typeof copiedKeywords)[number]> {
  readonly name: Name;
  /** Template of the phone number that a record is. */
  readonly dialTemplate?: string;
  /** The way a record is removed: deleted, or a field set to a final value. */
  readonly remove:
    | { readonly by: "delete" }
    | { readonly by: "status"; readonly field: string; readonly value: string };
  /** Status of a removed record when the wire has DELETE but the row is kept. */
  readonly softDelete?: { readonly field: string; readonly value: string };
  /** Status values in which a record is no longer addressable. */
  readonly hiddenWhen?: { readonly field: string; readonly values: readonly string[] };
  /** Status values in which a record is read-only. */
  readonly readOnlyWhen?: { readonly field: string; readonly values: readonly string[] };
  /** Fields that the platform sets along with a new status. */
  readonly statusDependentFields?: { readonly field: string; readonly fields: readonly string[] };
  /** The only changes of the status; absent: any value may follow any other. */
  readonly statusTransitions?: { readonly field: string; readonly allowed: readonly TransitionDescriptor[] };
  /** Resources whose records below get the same status: their previous one is lost. */
  readonly statusCascadesTo?: readonly string[];
  readonly actions?: readonly ActionDescriptor[];
  readonly bulkActions?: readonly { readonly name: string; readonly fields: readonly string[] }[];
  /** Path to the reseller a row belongs to; absent: not scoped. */
  readonly scope?: string;
  /** Ids of the requirements that the rules of its form prove. */
  readonly requirements?: readonly string[];
  readonly fields: readonly FieldDescriptor[];
  readonly rules: readonly CrossRule[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly filters: readonly FilterDescriptor[];
  readonly list: ListDescriptor;
  readonly groups: readonly { readonly name: string; readonly fields: readonly string[] }[];
  readonly variants: readonly VariantDescriptor[];
  readonly composite?: readonly CompositePart[];
  readonly tabActions?: readonly TabActionDescriptor[];
  /** Listed in its tabs; `path` is the segment of their address below its details. */
  readonly children: readonly { readonly resource: string; readonly reference: string; readonly path: string }[];
  /**
   * Records deleted together with this one: the filter that finds them and the field of this record whose value it
   * takes.
   */
  readonly dependents: readonly { readonly resource: string; readonly target: string; readonly source: string }[];
  readonly clone?: NonNullable<FixedResource["clone"]> & { readonly children: readonly string[] };
  readonly csv?: CsvDescriptor;
  /** Resource whose imports create records of this one. */
  readonly createdByCsvOf?: string;
  readonly legacyTables: readonly LegacyTableDescriptor[];
  readonly api: {
    readonly patchAddRemove: boolean;
    readonly returnRepresentation: boolean;
    /** POST does something and leaves no record to read: the resource has no other operation. */
    readonly actionOnly?: boolean;
  };
  readonly journal: boolean;
  /** Whether deleted records stay deleted. */
  readonly isFinal?: boolean;
}

export interface ReferenceStorage {
  readonly column: string;
  readonly table: string;
  /** The fate of rows whose referenced row is missing before the foreign key is created; absent: unknown. */
  readonly orphans?: "delete" | "setNull";
}

export interface TableDescriptor {
  readonly name: string;
  /** Several resources may share a table; each sees the rows where this holds. */
  readonly where?: Readonly<Record<string, null | "not null">>;
  readonly columns: readonly ColumnStorage[];
  readonly indexes: readonly IndexStorage[];
  /** A required timestamptz column: on a PostgreSQL server the rows of a month are a partition (decision 75). */
  readonly partitionBy?: string;
  readonly references?: readonly ReferenceStorage[];
}

export interface StorageDescriptor extends Pick<TableDescriptor, "name" | "where"> {
  /**
   * When its field gets this value, a record has ended and these are deleted: rows of `resource` whose `reference` is its id,
   * in this order.
   */
  readonly statusDependents?: {
    readonly field: string;
    readonly value: string;
    readonly dependents: readonly { readonly resource: string; readonly reference: string }[];
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
  /** If unique: nulls are equal. */
  readonly nullsNotDistinct?: true;
  /** If unique: the last column is compared as foldName does. */
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
export interface PageDescriptor
  extends Pick<Fixed<Page>, "name" | "icon" | "menu" | "legacyPath" | "href" | "servedBy"> {
  /** As a router path: `/invoice/:id/download`. */
  readonly path: string;
  readonly kind: "native" | "framed" | "window" | "passthrough";
  /** The guard of access: a right on a resource, with or without a schema, or on a page of `schemas/roles.json`. */
  readonly guard: { readonly resource: string } | { readonly page: string };
  readonly right: Right;
  readonly needs?: Needs;
  /** Its parent pages, topmost first. */
  readonly breadcrumbs: readonly PageStep[];
  /** Matches everything below the path that has no page of its own. */
  readonly isCatchAll?: true;
}

/** A breadcrumb: a list or record of a resource, or another such page. */
export type PageStep =
  | { readonly path: string; readonly resource: string; readonly isRecord?: true }
  | { readonly path: string; readonly page: string };

/** Title and descriptions of a resource and its fields, for API documentation and types. */
export interface ResourceDescriptions {
  readonly title: string;
  readonly about: string;
  readonly fields?: Readonly<Record<string, string>>;
}

export interface RuleEntry {
  readonly resource: string;
  /** JSON Pointer at which it is reported; the first entry represents all of a list: `/alias_numbers/0/cc`. */
  readonly pointer: string;
  readonly rule: RuleName;
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
  readonly manages: Readonly<Record<string, readonly Admin["role"][]>>;
  /** Server role -> flags it implies. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** Base role -> page, tool, statistic or document -> rights. */
  readonly rights: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type RoleCondition =
  | { readonly anyOf: readonly RoleCondition[] }
  | { readonly [flag: string]: string | boolean };
