import { basename } from "node:path";
import type { LegacyTableDescriptor } from "../src/core/schema/descriptor.ts";
import { MAX_INTEGER } from "../src/core/schema/ids.ts";
import type { FieldKind } from "../src/core/schema/kinds.ts";
import { flatKey } from "../src/core/schema/texts.ts";
import { memoize } from "../src/core/values/memoize.ts";
import { templatePaths } from "../src/core/values/recordTitle.ts";
import type { Path } from "./diagnostics.ts";
import { kindOfFormat, kindOfUnit } from "./kind.ts";
import type { SourceFile, Sources } from "./load.ts";
import {
  type AccessFlagsModel,
  type ColumnModel,
  type DemonstrationModel,
  type FieldModel,
  type FilterModel,
  fieldAt,
  type Grants,
  type Model,
  type PlainKeywords,
  type ResourceModel,
  type RolesModel,
  type SourceNode,
} from "./model.ts";
import type {
  AccessFlagsMap,
  EntitySchema,
  FieldKeyword,
  PropertySchema,
  ReferenceKeyword,
  RolesFile,
} from "./schemaTypes.ts";
import { toTabs } from "./tabs.ts";
import { declaredFields } from "./variants.ts";

const ALL_OPERATIONS = ["list", "read", "create", "update", "delete"];
/** Settings exist with their owner. */
const SETTINGS_OPERATIONS = ["list", "read", "update"];
/** Larger numbers lose digits in JSON. */
const NUMBER_MAX = Number.MAX_SAFE_INTEGER;
const LEGACY_MARKS: Readonly<Record<string, LegacyTableDescriptor["columns"][number]["search"]>> = {
  "#": "integer",
  "!": "strict",
  "-": "none",
};

/** The model of validated files, which all emitters read. Does not change its input. */
export function normalize(sources: Sources): Model {
  const drafts = new Map<string, ResourceModel>();
  for (const source of sources.entities) {
    const draft = draftsWith(sources.shared)(source);
    drafts.set(draft.name, draft);
  }
  const linked = new Map([...drafts].map(([name, draft]) => [name, link(draft, drafts)]));
  const roles = toRoles(sources.roles);
  const legacy = new Set(Object.keys(roles.legacyResources));
  const { meta, shared, seeded, pictures, hooks, texts, preferences, errorTexts, glossary, avoided } = sources;
  return {
    ...{ meta, shared, seeded, pictures, hooks, texts, preferences, errorTexts, glossary, avoided },
    resources: [...linked.values()].map((resource) => ({ ...resource, tabs: toTabs(resource, linked, legacy) })),
    roles,
    pages: { source: sources.pages, data: sources.pages.data as Model["pages"]["data"] },
    demonstration: sources.demonstration.map((source) => ({
      resource: basename(source.file, ".json"),
      source,
      records: source.data as DemonstrationModel["records"],
    })),
    formats: sources.formats.data as Model["formats"],
  };
}

function toRoles(source: SourceFile): RolesModel {
  const data = source.data as RolesFile;
  const legacyResources = mapValues(data.legacyResources, ({ access, accessFlags, needs }) => ({
    access: mapValues(access, parseGrants),
    accessFlags: accessFlags && parseAccessFlags(accessFlags),
    needs,
  }));
  return { source, data, legacyResources };
}

/** Memoized, as watch mode changes few files at a time. */
const draftsWith = memoize((shared: Sources["shared"]) => memoize((source: SourceFile) => toDraft(source, shared)));

/** A resource before it is linked to others. */
function toDraft(source: SourceFile, shared: Sources["shared"]): ResourceModel {
  const schema = source.data as EntitySchema;
  const x = schema["x-resource"];
  const required = new Set(schema.required ?? []);
  const fields = declaredFields(schema).map(({ name, property, path }) =>
    toField(name, property, required, [name], shared, nodeBelow(source, path)),
  );
  return {
    name: schema.$id,
    title: schema.title,
    description: schema.description ?? "",
    source,
    schema,
    x,
    operations: x.operations ?? (x.settingsOf ? SETTINGS_OPERATIONS : ALL_OPERATIONS),
    fields,
    access: mapValues(x.access, parseGrants),
    accessFlags: x.accessFlags && parseAccessFlags(x.accessFlags),
    columns: [],
    filters: [],
    listFilters: [],
    searchIn: [],
    expand: [],
    groups: Object.entries(x.groups ?? { base: fields.filter(isInForm).map((field) => field.name) }).map(
      ([name, members]) => ({ name, fields: members }),
    ),
    scope: x.scope,
    children: [],
    tabs: [],
    dependents: [],
    legacyTables: Object.entries(x.legacyTables ?? {}).map(([path, table]) => toLegacyTable(path, table)),
    table: x.table ?? { name: schema.$id },
  };
}

function toField(
  name: string,
  declaration: PropertySchema,
  required: ReadonlySet<string>,
  path: readonly string[],
  shared: Sources["shared"],
  declared: SourceNode,
): FieldModel {
  const schema = resolveRef(declaration, shared);
  const sourceNode = declaringNode(declared, declaration, shared);
  const x = schema["x-field"] ?? {};
  const nested = schema.type === "array" ? schema.items && resolveRef(schema.items, shared) : schema;
  const resolved = schema.type === "array" ? { ...schema, items: nested } : schema;
  const inside =
    schema.type === "array" ? declaringNode(nodeBelow(sourceNode, ["items"]), schema.items ?? {}, shared) : sourceNode;
  const nestedRequired = new Set(nested?.required ?? []);
  const reference = x.reference ?? (schema.type === "array" ? nested?.["x-field"]?.reference : undefined);
  const [columnMinimum, columnMaximum] = columnBounds(schema, reference !== undefined);
  return {
    name,
    path,
    sourceNode,
    kind: fieldKindOf(resolved) ?? "",
    schema: resolved,
    required: required.has(name)
      ? schema.writeOnly || schema.format === "password" || x.file
        ? "create"
        : true
      : false,
    ...plainKeywords(x),
    readOnly: schema.readOnly ?? false,
    // Responses contain the type of a file; its content has a URL of its own.
    writeOnly: schema.writeOnly ?? x.file !== undefined,
    reference: reference === undefined ? undefined : toReference(reference),
    fields: nested?.properties
      ? Object.entries(nested.properties).map(([child, property]) =>
          toField(child, property, nestedRequired, [...path, child], shared, nodeBelow(inside, ["properties", child])),
        )
      : undefined,
    minimum: schema.minimum ?? (schema.exclusiveMinimum === undefined ? columnMinimum : undefined),
    maximum: schema.maximum ?? (schema.exclusiveMaximum === undefined ? columnMaximum : undefined),
    ...toUnique(x.unique),
    currency: x.currency === undefined ? undefined : [x.currency].flat(),
    access: x.access && mapValues(x.access, parseGrants),
    accessFlags: x.accessFlags && parseAccessFlags(x.accessFlags),
  };
}

/** The least and the greatest number that a column holds; none where a value is free of bounds. */
function columnBounds(schema: PropertySchema, isReference: boolean): readonly number[] {
  if (schema.enum || schema.readOnly || schema.const !== undefined) return [];
  if (schema.type === "integer") return [isReference ? 1 : -MAX_INTEGER - 1, MAX_INTEGER];
  return schema.type === "number" ? [-NUMBER_MAX, NUMBER_MAX] : [];
}

/** A longer text gets a multi-line input. */
const MAX_TEXT_LENGTH = 1024;

/** The one kind of a field, or undefined when type, format and keywords do not name one. */
function fieldKindOf(schema: PropertySchema): FieldKind | undefined {
  const x = schema["x-field"];
  if (x?.kind) return x.kind;
  if (x?.file) return schema.type === "string" ? "file" : undefined;
  switch (schema.type) {
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      if (x?.reference) return "reference";
      if (schema.enum) return "enum";
      if (x?.unit && x.unit !== "code" && x.unit !== "phone") return kindOfUnit.get(x.unit);
      return schema.type === "integer" ? "integer" : "decimal";
    case "string":
      if (schema.enum) return "enum";
      return kindOfFormat.get(schema.format ?? "") ?? ((schema.maxLength ?? 0) > MAX_TEXT_LENGTH ? "longText" : "text");
    case "object":
      return "object";
    case "array":
      return kindOfArray(schema);
    default:
      return undefined;
  }
}

function kindOfArray(schema: PropertySchema): FieldKind | undefined {
  const items = schema.items;
  if (!items) return undefined;
  if (items["x-field"]?.kind === "phoneNumber") return "phoneNumbers";
  if (items.type === "object") return "list";
  if (items.type === "integer" && items["x-field"]?.reference) return "references";
  if (items.format === "ip-or-cidr") return "ipList";
  return items.type === "string" ? "tags" : undefined;
}

/** The keywords that are used as they are written. */
export function plainKeywords(x: FieldKeyword): PlainKeywords {
  const { kind: _, reference, unique, currency, access, accessFlags, ...keywords } = x;
  return keywords;
}

function nodeBelow(sourceNode: SourceNode, steps: Path): SourceNode {
  return { at: (path) => sourceNode.at([...steps, ...path]), has: (path) => sourceNode.has([...steps, ...path]) };
}

/** Errors are reported in the shared definition, unless the schema overrides it. */
function declaringNode(declared: SourceNode, { $ref }: PropertySchema, shared: Sources["shared"]): SourceNode {
  const target = shared.get($ref ?? "");
  if (!target) return declared;
  const nodeWith = (path: Path) => (declared.has(path) || !target.has(path) ? declared : target);
  return { at: (path) => nodeWith(path).at(path), has: (path) => nodeWith(path).has(path) };
}

/** Resolves a `$ref`: keywords next to it override those of the shared definition, and properties are merged. */
function resolveRef(schema: PropertySchema, shared: Sources["shared"]): PropertySchema {
  if (!schema.$ref) return schema;
  const target = shared.get(schema.$ref)?.data as PropertySchema | undefined;
  const { $ref, ...overrides } = schema;
  return {
    ...target,
    ...overrides,
    ...(target?.properties ? { properties: { ...target.properties, ...overrides.properties } } : {}),
    "x-field": { ...target?.["x-field"], ...overrides["x-field"] },
  };
}

function toUnique(unique: FieldKeyword["unique"]): Pick<FieldModel, "unique" | "nullsNotDistinct" | "uniqueAnyCase"> {
  if (unique === undefined) return {};
  if (unique === "platform") return { unique: [] };
  if (isNameList(unique)) return { unique };
  if ("nullsNotDistinct" in unique) return { unique: unique.nullsNotDistinct, nullsNotDistinct: true };
  return { ...toUnique(unique.anyCase), uniqueAnyCase: true };
}

function isNameList(word: readonly string[] | object): word is readonly string[] {
  return Array.isArray(word);
}

function toReference(reference: string | ReferenceKeyword): NonNullable<FieldModel["reference"]> {
  const keyword = typeof reference === "string" ? { resource: reference } : reference;
  return { search: "", expand: true, ...keyword };
}

/** `all`, `none`, or rights such as `read update:own`. */
export function parseGrants(text: string): Grants {
  if (text === "none") return {};
  return Object.fromEntries(
    parseRights(text).map((right) => {
      const [name, whose] = right.split(":");
      return [name, (whose as "own" | "others" | undefined) ?? true] as const;
    }),
  );
}

/** Splits keys such as `create update` into one entry per right. */
function parseAccessFlags(requires: AccessFlagsMap): AccessFlagsModel {
  return Object.fromEntries(
    Object.entries(requires).flatMap(([rights, flag]) => parseRights(rights).map((right) => [right, flag])),
  );
}

function parseRights(text: string): string[] {
  return text === "all" ? ["read", "create", "update", "delete"] : text.split(" ");
}

function toLegacyTable(
  path: string,
  { columns, condition }: { columns: readonly string[]; condition?: string },
): LegacyTableDescriptor {
  return {
    path,
    of: /\{(\w+)\}/.exec(path)?.[1],
    condition,
    columns: columns.map((text) => {
      const mark = LEGACY_MARKS[text.slice(-1)];
      const bare = mark ? text.slice(0, -1) : text;
      const [key, source] = bare.includes("=") ? (bare.split("=", 2) as [string, string]) : [flatKey(bare), bare];
      return { key, source, search: mark ?? "text" };
    }),
  };
}

/** Adds what depends on other resources: columns behind references, filters, children. */
function link(draft: ResourceModel, drafts: ReadonlyMap<string, ResourceModel>): ResourceModel {
  const { x, name } = draft;
  const fields = draft.fields.map((field) => withReferenceSearch(field, drafts));
  const filters = [
    ...fields
      .filter((field) => field.filter)
      .map((field) => ({ name: field.name, source: field.name, match: field.filter ?? "exact", kind: field.kind })),
    ...Object.entries(x.filters ?? {}).map(([filter, { source, match }]) => ({
      name: filter,
      source,
      match,
      kind: match === "empty" ? "boolean" : (fieldAt(drafts, name, source)?.kind ?? "text"),
    })),
  ];
  const byName = new Map<string, FilterModel>(filters.map((filter) => [filter.name, filter]));
  const legacy = x.list.legacyTable
    ? draft.legacyTables.find((table) => table.path === x.list.legacyTable)?.columns
    : undefined;
  const hidden = new Set(x.list.hiddenColumns);
  const owner = drafts.get(x.settingsOf ?? "");
  return {
    ...draft,
    scope: (owner ?? draft).x.scope,
    hiddenWhen: toHiddenWhen((owner ?? draft).x),
    owner: owner && {
      resource: owner.name,
      route: owner.x.route,
      path: settingsTabPath(owner.x.tabs, draft.table.name) ?? "",
    },
    fields,
    filters,
    listFilters: (x.list.filters ?? []).flatMap((filter) => byName.get(filter) ?? []),
    searchIn: toSearchIn(draft, drafts, byName),
    searchNumbers: toSearchNumbers(draft, drafts),
    columns: [...x.list.columns, ...(x.list.hiddenColumns ?? [])].map((source) =>
      toColumn(source, fieldAt(drafts, name, source), hidden.has(source), legacy, lookupsOf(drafts, name, source)),
    ),
    expand: toExpand(draft, drafts),
    children: [...drafts.values()]
      .filter((child) => child.x.parent?.resource === name && child.operations.includes("list"))
      .map((child) => ({
        resource: child.name,
        reference: child.x.parent?.reference ?? "",
        path: child.x.parent?.path ?? child.name,
      })),
    dependents: [...drafts.values()].flatMap((other) => dependentsIn(other, name)),
  };
}

function toHiddenWhen({ status }: ResourceModel["x"]): ResourceModel["hiddenWhen"] {
  return status?.hiddenValues ? { field: status.field, values: status.hiddenValues } : undefined;
}

/** Path of the tab with the settings. */
function settingsTabPath(tabs: ResourceModel["x"]["tabs"], settings: string): string | undefined {
  return Object.entries(tabs ?? {}).find(([, tab]) => tab.referenceOne === settings)?.[0];
}

/** Records of `other` that are deleted with one of `name`, if a filter finds them by a field of it. */
function dependentsIn(other: ResourceModel, name: string): ResourceModel["dependents"] {
  const cascading = other.fields.filter(
    ({ reference }) => reference?.resource === name && reference.onDelete === "cascade",
  );
  // Called for every pair of resources, of which few depend on each other.
  if (cascading.length === 0) return [];
  const filters = [
    ...other.fields.filter((field) => field.filter).map((field) => ({ filter: field.name, source: field.name })),
    ...Object.entries(other.x.filters ?? {}).map(([filter, { source }]) => ({ filter, source })),
  ];
  return cascading.flatMap((field) => {
    const match = filters.find(({ source }) => source === field.name || source.startsWith(`${field.name}.`));
    if (!match) return [];
    const source = match.source === field.name ? "id" : match.source.slice(field.name.length + 1);
    return [{ resource: other.name, target: match.filter, source }];
  });
}

function withReferenceSearch(field: FieldModel, drafts: ReadonlyMap<string, ResourceModel>): FieldModel {
  if (!field.reference) {
    return field.fields
      ? { ...field, fields: field.fields.map((nested) => withReferenceSearch(nested, drafts)) }
      : field;
  }
  const target = drafts.get(field.reference.resource);
  const declaredSearch = field.reference.search;
  const search = declaredSearch || target?.x.list.searchFilter || "id";
  return { ...field, reference: { ...field.reference, search, ...(declaredSearch ? { label: declaredSearch } : {}) } };
}

function isTimestampFormat(format: string | undefined): boolean {
  return format === "date-time" || format === "timestamp";
}

/** The stored texts that a list shows of the record itself, without enums and timestamps. */
function toSearchIn(
  { name, x }: ResourceModel,
  drafts: ReadonlyMap<string, ResourceModel>,
  filters: ReadonlyMap<string, FilterModel>,
): string[] {
  const filterSource = filters.get(x.list.searchFilter ?? "")?.source;
  const ownColumns = x.list.columns.filter((column) => !column.includes("."));
  const paths = [...templatePaths(x.recordRepresentation), ...(filterSource ? [filterSource] : []), ...ownColumns];
  const isText = (path: string) => {
    const field = fieldAt(drafts, name, path);
    const { type, enum: choices, format } = field?.schema ?? {};
    return type === "string" && !choices && !isTimestampFormat(format) && !field?.computed && !field?.writeOnly;
  };
  return [...new Set([...paths.filter(isText), ...(x.list.searchFields ?? [])])];
}

function toSearchNumbers(
  { name, x }: ResourceModel,
  drafts: ReadonlyMap<string, ResourceModel>,
): ResourceModel["searchNumbers"] {
  const { searchNumbers } = x.list;
  if (!searchNumbers) return undefined;
  const { resource = name, field } = searchNumbers;
  if (resource === name) return { resource, reference: "id", field };
  const reference = drafts.get(resource)?.fields.find((field) => field.reference?.resource === name)?.name;
  return reference === undefined ? undefined : { resource, reference, field };
}

function toColumn(
  source: string,
  field: FieldModel | undefined,
  hidden: boolean,
  legacy: LegacyTableDescriptor["columns"] | undefined,
  lookups: readonly string[],
): ColumnModel {
  const isOwnColumn =
    !source.includes(".") && !field?.computed && !field?.file && !field?.secret && field?.fields === undefined;
  return {
    source,
    kind: field?.kind ?? "text",
    sortable: legacy ? legacy.some((column) => column.source === source) : isOwnColumn,
    inlineEdit: field?.inlineEdit !== undefined,
    ...(hidden ? { hidden: true as const } : {}),
    ...(lookups.length > 0 ? { lookups } : {}),
  };
}

/** Resources that further references of a path lead to: `resellers` for `contact_id.reseller_id.name`. */
function lookupsOf(drafts: ReadonlyMap<string, ResourceModel>, name: string, source: string): string[] {
  const steps = source.split(".");
  return steps.slice(1, -1).flatMap((_, index) => {
    const reference = fieldAt(drafts, name, steps.slice(0, index + 2).join("."))?.reference;
    return reference ? [reference.resource] : [];
  });
}

/**
 * References to expand for columns and the record template: `contact_id` for `contact_id.name`. A column that is a reference
 * shows the title of what it refers to, which may be behind another one: `customer_id.contact_id`. Money has its currency
 * there.
 */
function toExpand({ name, x }: ResourceModel, drafts: ReadonlyMap<string, ResourceModel>): string[] {
  const columns = [...x.list.columns, ...(x.list.hiddenColumns ?? [])];
  const titles = columns.flatMap((column) => {
    const { expand, resource } = fieldAt(drafts, name, column)?.reference ?? {};
    const target = expand && resource !== undefined ? drafts.get(resource) : undefined;
    return templatePaths(target?.x.recordRepresentation ?? "").flatMap((path) =>
      path.includes(".") ? [`${column}.${path}`] : [],
    );
  });
  const currencies = columns.flatMap((column) => fieldAt(drafts, name, column)?.currency ?? []);
  const paths = [...columns, ...titles, ...currencies, ...templatePaths(x.recordRepresentation)];
  const expands = paths.map((path) => path.slice(0, Math.max(path.lastIndexOf("."), 0)));
  return [...new Set(expands)].filter((path) => path !== "" && fieldAt(drafts, name, path)?.reference);
}

/** Whether the resource only does something: no record of it remains. */
export function isAction({ operations }: Pick<ResourceModel, "operations">): boolean {
  return operations.join() === "create";
}

/** Whether forms show the field, if only as a value that follows what is typed. */
function isInForm(field: FieldModel): boolean {
  return isEditable(field) || (typeof field.computed === "string" && !field.internal && !field.apiOnly);
}

export function isEditable(field: FieldModel): boolean {
  return !field.readOnly && !field.internal && !field.apiOnly;
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
