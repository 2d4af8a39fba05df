import type {
  ColumnDescriptor,
  DerivedKeyword,
  FilterDescriptor,
  ResourceDescriptor,
  StorageDescriptor,
  TabContent,
} from "../src/core/schema/descriptor.ts";
import type { SourceFile, Sources } from "./load.ts";
import type {
  EntitySchema,
  FieldKeyword,
  NeedsKeyword,
  PagesFile,
  PropertySchema,
  ReferenceKeyword,
  ResourceKeyword,
  RolesFile,
  TabKeyword,
} from "./schemaTypes.ts";

/** A part of a source file; paths are relative to it. */
export type SourceNode = Pick<SourceFile, "at" | "has">;

/** Keywords of a field that are used as they are written. */
export type PlainKeywords = Omit<FieldKeyword, DerivedKeyword>;

/** A normalized field, with all defaults applied. */
export interface FieldModel extends PlainKeywords {
  readonly name: string;
  /** Its name after the names of the fields it is inside. */
  readonly path: readonly string[];
  /** Its declaration, for errors: in the schema or in a shared definition. */
  readonly sourceNode: SourceNode;
  readonly kind: string;
  readonly schema: PropertySchema;
  readonly required: boolean | "create";
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly reference?: Required<Pick<ReferenceKeyword, "resource" | "search" | "expand">> &
    ReferenceKeyword & { readonly label?: string };
  readonly fields?: readonly FieldModel[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly unique?: readonly string[];
  readonly nullsNotDistinct?: true;
  readonly uniqueAnyCase?: true;
  readonly currency?: readonly string[];
  readonly access?: AccessModel;
  readonly accessFlags?: AccessFlagsModel;
}

export type Grant = true | "own" | "others";
export type Grants = Readonly<Record<string, Grant>>;
/** Role -> rights. */
export type AccessModel = Readonly<Record<string, Grants>>;
/** Right -> flag of the administrator. */
export type AccessFlagsModel = Readonly<Record<string, string>>;

/** Kinds of invalid fields are empty. */
type WithKind<Of> = Omit<Of, "kind"> & { readonly kind: string };
export type ColumnModel = WithKind<ColumnDescriptor>;
export type FilterModel = WithKind<Omit<FilterDescriptor, "match">> & { readonly match: string };

/** A normalized resource, the only input of emitters. */
export interface ResourceModel
  extends Pick<ResourceDescriptor, "groups" | "scope" | "hiddenWhen" | "children" | "dependents" | "legacyTables"> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly source: SourceFile;
  readonly schema: EntitySchema;
  readonly x: ResourceKeyword;
  readonly operations: readonly string[];
  readonly fields: readonly FieldModel[];
  readonly access: AccessModel;
  readonly accessFlags?: AccessFlagsModel;
  readonly columns: readonly ColumnModel[];
  readonly filters: readonly FilterModel[];
  readonly listFilters: readonly FilterModel[];
  /** Paths of texts to search in: record template, quick search, own columns of the list, and what `searchFields` names. */
  readonly searchIn: readonly string[];
  /** The field whose phone numbers find a record; undefined if invalid, which a check reports. */
  readonly searchNumbers?: { readonly resource: string; readonly reference: string; readonly field: string };
  readonly expand: readonly string[];
  /** For settings: their owner, and the path of its tab. */
  readonly owner?: { readonly resource: string; readonly route: string; readonly path: string };
  /** Tabs of the details page: those of the schema, then one for each remaining child. */
  readonly tabs: readonly TabModel[];
  readonly table: Pick<StorageDescriptor, "name" | "where">;
}

export interface TabModel {
  readonly path: string;
  /** The declaration. */
  readonly keywords: TabKeyword;
  /** Declared in the schema, with a label of its own; otherwise added for a child. */
  readonly isNamed: boolean;
  /** Path below `x-resource`, for errors. */
  readonly keywordPath: readonly string[];
  /** Undefined if invalid, which a check reports. */
  readonly target?: TabContent;
}

/** Paths of the legacy tables with all rows, for lists and choices. */
export function unfilteredTables({ legacyTables }: Pick<ResourceModel, "legacyTables">): string[] {
  return legacyTables.filter(({ of }) => of === undefined).map(({ path }) => path);
}

/** A resource without a schema. */
export interface LegacyResourceModel {
  readonly access: AccessModel;
  readonly accessFlags?: AccessFlagsModel;
  readonly needs?: NeedsKeyword;
}

export interface RolesModel {
  readonly source: SourceFile;
  readonly data: RolesFile;
  readonly legacyResources: Readonly<Record<string, LegacyResourceModel>>;
}

export interface PagesModel {
  readonly source: SourceFile;
  readonly data: PagesFile;
}

/** Records that an empty platform is seeded with. */
export interface DemonstrationModel {
  readonly resource: string;
  readonly source: SourceFile;
  /** Field -> value; a reference is the search value of its target. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** The input of emitters: the resources, and sources that they print as they are. */
export interface Model
  extends Pick<
    Sources,
    | "meta"
    | "shared"
    | "pictures"
    | "seeded"
    | "hooks"
    | "texts"
    | "preferences"
    | "errorTexts"
    | "glossary"
    | "avoided"
  > {
  readonly resources: readonly ResourceModel[];
  readonly roles: RolesModel;
  readonly pages: PagesModel;
  readonly demonstration: readonly DemonstrationModel[];
  /** Format name -> valid and invalid examples. */
  readonly formats: Readonly<
    Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>
  >;
}

/** The field at a path such as `contact_id.email`, if it exists. */
export function fieldAt(
  resources: ReadonlyMap<string, Pick<ResourceModel, "name" | "fields">>,
  resource: string,
  path: string,
): FieldModel | undefined {
  const [first, ...segments] = path.split(".");
  const field = resources.get(resource)?.fields.find((candidate) => candidate.name === first);
  if (segments.length === 0 || !field) return field;
  if (field.reference) return fieldAt(resources, field.reference.resource, segments.join("."));
  return segments.length === 1 ? field.fields?.find((nested) => nested.name === segments[0]) : undefined;
}
