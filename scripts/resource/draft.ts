import { flatName } from "../../codegen/model.ts";
import type { EntitySchema, NeedsKeyword, PropertySchema, ResourceKeyword } from "../../codegen/schemaTypes.ts";
import type { FieldDraft } from "./fieldSpec.ts";
import { inSentence, toLabel, toPlural, toTypeName } from "./words.ts";

/** All that a resource is made of, decided. */
export interface ResourceDraft {
  readonly name: string;
  /** "NCOS level". */
  readonly title: string;
  readonly route: string;
  readonly icon: string;
  /** Absent where the resource is a tab of its parent. */
  readonly menu?: { readonly group: string; readonly order: number };
  readonly parent?: NonNullable<ResourceKeyword["parent"]>;
  readonly access: Readonly<Record<string, string>>;
  readonly requires?: Readonly<Record<string, string>>;
  readonly needs?: NeedsKeyword;
  readonly fields: readonly FieldDraft[];
  /** Resources whose rows are of a reseller, by the field that leads to them. */
  readonly scopedBy?: string;
  /** Resource -> the field of it that a list shows for a reference. */
  readonly labels: Readonly<Record<string, string>>;
  readonly comment?: string;
}

/** How many columns a list shows of its own accord. */
const COLUMNS = 5;
/** Texts longer than this are no column. */
const COLUMN_LENGTH = 255;

/** The schema: a first text is title and search, references and choices are filters, everything is on one form. */
export function toSchema(draft: ResourceDraft): EntitySchema & Record<string, unknown> {
  const title = titleField(draft.fields);
  const fields = draft.fields.map((field) => withFilter(field, field === title, draft));
  const filters = fields
    .filter(({ name, schema }) => schema["x-field"]?.filter && name !== draft.parent?.by)
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
      record: `{${title?.name ?? "id"}}`,
      ...(scope ? { scope } : {}),
      access: draft.access,
      ...(draft.requires ? { requires: draft.requires } : {}),
      ...(draft.needs ? { needs: draft.needs } : {}),
      list: {
        columns: [...columnFields(draft).map((field) => toColumn(field, draft)), "id"],
        ...(filters.length > 0
          ? {
              filters: [title?.name, ...filters].filter(
                (name, at, all) => name && all.indexOf(name) === at,
              ) as string[],
            }
          : {}),
        ...(title ? { search: title.name } : {}),
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

/** What a record is called by: a text that must be there, else any. */
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
  const isOwner = field.name === parent?.by || field.name === scopedBy;
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

/** Rows below a record of a reseller are of the same reseller. */
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

/** What tells records apart: no long texts, not the parent that all of a list have, not the title that comes first anyway. */
function columnFields({ fields, parent }: ResourceDraft): FieldDraft[] {
  const title = titleField(fields)?.name;
  const isShort = ({ type, enum: choices, maxLength = 0 }: PropertySchema) =>
    type !== "string" || choices !== undefined || maxLength <= COLUMN_LENGTH;
  return fields
    .filter(({ name, schema }) => name !== title && name !== parent?.by && isShort(schema))
    .slice(0, COLUMNS);
}

/** A reference shows what its target is called. */
function toColumn({ name, schema }: FieldDraft, { labels }: ResourceDraft): string {
  const label = labels[targetOf(schema) ?? ""];
  return label ? `${name}.${label}` : name;
}

function targetOf({ "x-field": x }: PropertySchema): string | undefined {
  return typeof x?.reference === "object" ? x.reference.resource : x?.reference;
}

/** Texts of a resource: everything its screens look up. */
export interface ResourceTexts {
  readonly [key: string]: string | ResourceTexts;
}

/** The English texts for these message keys, as far as names tell them. */
export function toTexts(draft: ResourceDraft, keys: readonly string[]): ResourceTexts {
  const texts: Record<string, Record<string, unknown>> = { fields: {}, enums: {}, groups: {}, actions: {} };
  const behind = new Map(columnFields(draft).map((field) => [flatName(toColumn(field, draft)), field.name]));
  for (const key of keys) {
    const [part = "", name = "", choice] = key.split(".").slice(2);
    const group = texts[part];
    if (!group) continue;
    if (choice !== undefined) group[name] = { ...(group[name] as object), [choice]: toLabel(choice) };
    else if (part === "actions") group[name] = `${name === "create" ? "Create" : "Delete"} ${inSentence(draft.title)}`;
    else group[name] = part === "groups" ? draft.title : toLabel(behind.get(name) ?? name);
  }
  const filled = Object.entries(texts).filter(([, group]) => Object.keys(group).length > 0);
  return { name: `${draft.title} |||| ${toPlural(draft.title)}`, ...Object.fromEntries(filled) } as ResourceTexts;
}

/** What marks a text that nobody has translated yet; the message tests name every one. */
export const TO_TRANSLATE = "TODO: ";

/** The same texts for another language, each marked. */
export function toTranslate(texts: ResourceTexts): ResourceTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === "string" ? `${TO_TRANSLATE}${value}` : toTranslate(value),
    ]),
  );
}
