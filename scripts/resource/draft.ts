import type {
  AccessFlagsMap,
  EntitySchema,
  NeedsKeyword,
  PropertySchema,
  ResourceKeyword,
} from "../../codegen/schemaTypes.ts";
import type { FieldDraft } from "./fieldSpec.ts";
import { toTypeName } from "./words.ts";

/** Everything that defines a new resource. */
export interface ResourceDraft {
  readonly name: string;
  /** "NCOS level". */
  readonly title: string;
  readonly route: string;
  readonly icon: string;
  /** Absent for a tab of the parent. */
  readonly menu?: ResourceKeyword["menu"];
  readonly parent?: NonNullable<ResourceKeyword["parent"]>;
  readonly access: Readonly<Record<string, string>>;
  readonly requires?: AccessFlagsMap;
  readonly needs?: NeedsKeyword;
  readonly fields: readonly FieldDraft[];
  /** Field that leads to the reseller, for resources that have one. */
  readonly scopedBy?: string;
  /** Resource -> its field that lists show for references. */
  readonly labels: Readonly<Record<string, string>>;
  readonly comment?: string;
}

/** Default number of columns in a list. */
const COLUMNS = 5;
/** Longer texts get no column. */
const COLUMN_LENGTH = 255;

/** The schema: the first text is title and search, references and enums are filters, all fields are on one form. */
export function toSchema(draft: ResourceDraft): EntitySchema & Record<string, unknown> {
  const title = titleField(draft.fields);
  const fields = draft.fields.map((field) => withFilter(field, field === title, draft));
  const filters = fields
    .filter(({ name, schema }) => schema["x-field"]?.filter && name !== draft.parent?.reference)
    .map(({ name }) => name);
  const derived = derivedScope(draft);
  const scope = derived ? "reseller_id" : ownScope(draft.fields);
  return {
    $schema: "../meta.schema.json",
    $id: draft.name,
    title: toTypeName(draft.title),
    ...(draft.comment ? { $comment: draft.comment } : {}),
    type: "object",
    ...required(draft.fields),
    properties: {
      id: { type: "integer", readOnly: true },
      ...derived,
      ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    },
    "x-resource": {
      route: draft.route,
      icon: draft.icon,
      ...(draft.parent ? { parent: draft.parent } : { menu: draft.menu }),
      recordRepresentation: `{${title?.name ?? "id"}}`,
      ...(scope ? { scope } : {}),
      access: draft.access,
      ...(draft.requires ? { accessFlags: draft.requires } : {}),
      ...(draft.needs ? { needs: draft.needs } : {}),
      list: {
        columns: [...columnFields(draft).map((field) => toColumn(field, draft)), "id"],
        ...(filters.length > 0
          ? {
              filters: [title?.name, ...filters].filter(
                (name, index, all) => name && all.indexOf(name) === index,
              ) as string[],
            }
          : {}),
        ...(title ? { searchFilter: title.name } : {}),
      },
      groups: { base: draft.fields.filter(({ schema }) => !schema.readOnly).map(({ name }) => name) },
      journal: true,
    },
  };
}

function required(fields: readonly FieldDraft[]): { required?: string[] } {
  const names = fields.filter((field) => field.required).map(({ name }) => name);
  return names.length > 0 ? { required: names } : {};
}

/** The title of a record: the first required text, or else the first text. */
function titleField(fields: readonly FieldDraft[]): FieldDraft | undefined {
  const texts = fields.filter(
    ({ schema }) =>
      schema.type === "string" && !schema.enum && !schema.readOnly && (schema.maxLength ?? 0) <= COLUMN_LENGTH,
  );
  return texts.find((field) => field.required) ?? texts[0];
}

function withFilter(field: FieldDraft, isTitle: boolean, { scopedBy, parent }: ResourceDraft): FieldDraft {
  const { schema } = field;
  const x = schema["x-field"];
  const isExact = schema.enum !== undefined || x?.reference !== undefined;
  if (!isTitle && !isExact) return field;
  const isOwner = field.name === parent?.reference || field.name === scopedBy;
  const reference = x?.reference;
  return {
    ...field,
    schema: {
      ...schema,
      "x-field": {
        ...x,
        ...(isOwner && typeof reference === "string"
          ? { reference: { resource: reference, onDelete: "cascade" as const } }
          : {}),
        ...(isOwner ? { immutable: true } : {}),
        filter: x?.filter ?? (isTitle ? ("wildcard" as const) : ("exact" as const)),
      },
    },
  };
}

function ownScope(fields: readonly FieldDraft[]): string | undefined {
  return fields.find(({ schema }) => schema["x-field"]?.reference === "resellers")?.name;
}

/** Children of a reseller's record belong to the same reseller. */
function derivedScope({ fields, scopedBy }: ResourceDraft): Record<string, PropertySchema> | undefined {
  if (!scopedBy || ownScope(fields)) return undefined;
  const reference = { resource: "resellers", expand: false };
  return {
    reseller_id: {
      type: "integer",
      "x-field": { reference, internal: true, derive: `${scopedBy}.reseller_id`, filter: "exact" },
    },
  };
}

/** Columns: no long texts, no parent, which all rows share, and no title, which always comes first. */
function columnFields({ fields, parent }: ResourceDraft): FieldDraft[] {
  const title = titleField(fields)?.name;
  const isShort = ({ type, enum: choices, maxLength = 0 }: PropertySchema) =>
    type !== "string" || choices !== undefined || maxLength <= COLUMN_LENGTH;
  return fields
    .filter(({ name, schema }) => name !== title && name !== parent?.reference && isShort(schema))
    .slice(0, COLUMNS);
}

/** References show the name of their target. */
function toColumn({ name, schema }: FieldDraft, { labels }: ResourceDraft): string {
  const label = labels[targetOf(schema) ?? ""];
  return label ? `${name}.${label}` : name;
}

function targetOf({ "x-field": x }: PropertySchema): string | undefined {
  return typeof x?.reference === "object" ? x.reference.resource : x?.reference;
}
