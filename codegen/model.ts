import type { HandWritten } from "./handWritten.ts";
import type { SourceFile } from "./load.ts";
import type {
  Condition,
  EntitySchema,
  FileKeyword,
  NeedsKeyword,
  PagesFile,
  PropertySchema,
  ReferenceKeyword,
  ResourceKeyword,
  RolesFile,
  TabKeyword,
} from "./schemaTypes.ts";

/** A field with everything decided: what an emitter needs to know it never has to work out again. */
export interface FieldModel {
  readonly name: string;
  /** Path below the resource's `properties`, for problems. */
  readonly path: readonly string[];
  readonly kind: string;
  readonly schema: PropertySchema;
  readonly required: boolean | "create";
  readonly requiredWhen?: Condition;
  readonly when?: Condition;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly secret: boolean;
  readonly immutable: boolean;
  readonly computed: boolean;
  readonly internal: boolean;
  readonly derive?: string;
  readonly reference?: Required<Pick<ReferenceKeyword, "resource" | "search" | "expand">> &
    ReferenceKeyword & { readonly label?: string };
  readonly fields?: readonly FieldModel[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly filter?: "wildcard" | "exact" | "list";
  readonly unique?: readonly string[];
  readonly inline: boolean;
  readonly unseen?: boolean;
  readonly bulk: boolean;
  readonly line?: readonly string[];
  readonly unit?: string;
  readonly as?: string;
  readonly file?: FileKeyword;
  readonly access?: AccessModel;
  readonly requires?: RequiresModel;
}

export type Grant = true | "own" | "others";
export type Grants = Readonly<Record<string, Grant>>;
/** Role -> rights. */
export type AccessModel = Readonly<Record<string, Grants>>;
/** Right -> flag of the administrator. */
export type RequiresModel = Readonly<Record<string, string>>;

export interface ColumnModel {
  readonly source: string;
  readonly kind: string;
  readonly sortable: boolean;
  readonly inline: boolean;
  readonly optional?: true;
}

export interface FilterModel {
  readonly name: string;
  readonly source: string;
  readonly match: string;
  readonly kind: string;
}

/** The intermediate model: one resource, normalised. Every emitter reads this and nothing else. */
export interface ResourceModel {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly source: SourceFile;
  readonly schema: EntitySchema;
  readonly x: ResourceKeyword;
  readonly operations: readonly string[];
  readonly fields: readonly FieldModel[];
  readonly access: AccessModel;
  readonly requires?: RequiresModel;
  readonly columns: readonly ColumnModel[];
  readonly filters: readonly FilterModel[];
  readonly listFilters: readonly FilterModel[];
  /** Paths of texts that tell one record from another: title, quick search and the list's own columns. */
  readonly searchIn: readonly string[];
  readonly expand: readonly string[];
  readonly groups: readonly { readonly name: string; readonly fields: readonly string[] }[];
  /** Field with the reseller that a row belongs to; of settings: a field of their owner. */
  readonly scope?: string;
  /** States in which a record is not addressable any more; of settings: of their owner. */
  readonly hidden?: { readonly field: string; readonly values: readonly string[] };
  /** Of settings: whose they are, and the address of the tab there. */
  readonly owner?: { readonly resource: string; readonly route: string; readonly path: string };
  readonly children: readonly { readonly resource: string; readonly by: string; readonly path: string }[];
  /** The parts of a record's page as its schema says; then children it does not name. */
  readonly tabs: readonly TabModel[];
  /** What goes when a record of this goes: resources whose reference to it says cascade, and the filter that finds them. */
  readonly dependents: readonly { readonly resource: string; readonly by: string; readonly value: string }[];
  readonly legacyTables: readonly LegacyTableModel[];
  readonly table: { readonly name: string; readonly where?: Readonly<Record<string, null | "not null">> };
}

/** What a tab turned out to be; undefined where a check says why not. */
export type TabTarget =
  | { readonly kind: "self"; readonly groups?: readonly string[] }
  | { readonly kind: "reference"; readonly reference: string; readonly resources: readonly string[] }
  | {
      readonly kind: "list";
      readonly resource: string;
      /** Filter of the listed resource. */
      readonly by: string;
      /** Field of this record whose value the filter takes. */
      readonly value: string;
      readonly filter?: Readonly<Record<string, string | number | boolean>>;
    }
  | { readonly kind: "same"; readonly resource: string }
  | { readonly kind: "pending"; readonly resource: string };

export interface TabModel {
  readonly path: string;
  /** As written, with what its block says. */
  readonly given: TabKeyword;
  /** Written in the schema, and with a text of its own; else it came with the resource that it lists. */
  readonly isNamed: boolean;
  /** Path below `x-resource`, for problems. */
  readonly at: readonly string[];
  readonly target?: TabTarget;
}

export interface LegacyTableModel {
  readonly path: string;
  readonly columns: readonly { readonly key: string; readonly source: string; readonly search: string }[];
  readonly narrow?: string;
}

/** A resource that no schema describes yet. */
export interface PendingModel {
  readonly access: AccessModel;
  readonly requires?: RequiresModel;
  readonly needs?: NeedsKeyword;
}

export interface RolesModel {
  readonly source: SourceFile;
  readonly data: RolesFile;
  readonly pending: Readonly<Record<string, PendingModel>>;
}

export interface PagesModel {
  readonly source: SourceFile;
  readonly data: PagesFile;
}

/** Records that an empty platform is filled with. */
export interface DemonstrationModel {
  readonly resource: string;
  readonly source: SourceFile;
  /** Field -> value; a reference is a text that its target is found by. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

export interface Model {
  /** The vocabulary itself, for those who write schemas. */
  readonly meta: SourceFile;
  readonly resources: readonly ResourceModel[];
  readonly roles: RolesModel;
  readonly pages: PagesModel;
  readonly demonstration: readonly DemonstrationModel[];
  /** Kinds of fields that have a picture. */
  readonly pictures: readonly string[];
  /** Format name -> texts that do and do not have it. */
  readonly formats: Readonly<
    Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>
  >;
  /** Locale -> resource -> its name, singular and plural. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Locale -> English term -> its word there; in English its meaning. */
  readonly glossary: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly handWritten: HandWritten;
}

/** The field behind a path such as `contact_id.email`, with the resource that has it; undefined when there is none. */
export function fieldAt(
  resources: ReadonlyMap<string, Pick<ResourceModel, "name" | "fields">>,
  resource: string,
  path: string,
): FieldModel | undefined {
  const [head, ...rest] = path.split(".");
  const field = resources.get(resource)?.fields.find((candidate) => candidate.name === head);
  if (rest.length === 0 || !field) return field;
  if (field.reference) return fieldAt(resources, field.reference.resource, rest.join("."));
  return rest.length === 1 ? field.fields?.find((nested) => nested.name === rest[0]) : undefined;
}

/** Message key and legacy key of a path: `contact_id.email` is `contact_email`. */
export function flatName(path: string): string {
  return path.replaceAll("_id.", "_").replaceAll(".", "_");
}

/** Paths named in a record template such as `{name|contact_id.email} ({id})`. */
export function templatePaths(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].flatMap((match) => (match[1] ?? "").split("|"));
}
