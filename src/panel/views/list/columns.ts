import type {
  ColumnDescriptor,
  FieldDescriptor,
  FieldKind,
  ResourceDescriptor,
  WireRecord,
} from "../../../core/schema/descriptor.ts";
import { isTitle, templatePaths } from "../../../core/values/recordTitle.ts";
import { valueDigits } from "../../kinds/number/cells.tsx";
import { fieldKey, nameKey } from "../../navigation/labels.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";

export interface Column {
  readonly source: string;
  readonly kind: FieldKind;
  readonly labelKey: string;
  /** Absent: the list cannot be sorted by it. */
  readonly sortBy?: string;
  readonly isOptional: boolean;
  /** The record's name, linked to it. */
  readonly isTitle: boolean;
  /** The name is made of phone numbers. */
  readonly isNumber?: boolean;
  /** The field of the name, where that is a pattern of phone numbers. */
  readonly pattern?: FieldDescriptor;
  /** May be edited in place, where the record allows it. */
  readonly isInline: boolean;
  /** The record's own field; absent behind a reference. */
  readonly field?: FieldDescriptor;
  /** Digits that values of the page have beyond the usual ones of their kind, so that all are shown with as many. */
  readonly digits?: number;
}

type Reader = Pick<Access, "can">;

/**
 * All columns that a user may see, the record's name first. `owner` is the field with the parent's id in a child list:
 * columns behind it would repeat in each row. `usual`: the default columns there, in order. `hasOwnTitle`: rows are
 * titled differently there.
 */
export function listColumns(
  descriptor: ResourceDescriptor,
  access: Reader,
  owner = "",
  usual?: readonly string[],
  hasOwnTitle = false,
): Column[] {
  const title = titleColumn(descriptor, access, hasOwnTitle);
  const listed = [...descriptor.list.columns, ...unlistedColumns(descriptor, usual)].filter(
    (column) =>
      column.source !== title.source &&
      !column.source.split(".").includes(owner) &&
      canReadColumn(descriptor, access, column),
  );
  const columns = usual ? listed.map((column) => ({ ...column, hidden: !usual.includes(column.source) })) : listed;
  const rankOf = ({ source }: ColumnDescriptor) => (usual?.includes(source) ? usual.indexOf(source) : columns.length);
  const ordered = usual ? [...columns].sort((a, b) => rankOf(a) - rankOf(b)) : columns;
  return [title, ...ordered.map((column) => toColumn(descriptor, column))];
}

/** Fields that only a screen of one's own shows in its list. */
function unlistedColumns(descriptor: ResourceDescriptor, sources: readonly string[] = []): ColumnDescriptor[] {
  const isListed = (name: string) => descriptor.list.columns.some(({ source }) => source === name);
  return descriptor.fields
    .filter(({ name }) => sources.includes(name) && !isListed(name))
    .map((field) => ({
      source: field.name,
      kind: field.kind,
      sortable: isSortable(descriptor, field),
      inlineEdit: field.inlineEdit !== undefined,
    }));
}

/** Returns by column the most digits that a value of these rows needs. */
export function columnDigits(columns: readonly Column[], rows: readonly WireRecord[]): (number | undefined)[] {
  return columns.map((column) => {
    const digitCounts = rows.flatMap((row) => valueDigits(row, column) ?? []);
    return digitCounts.length > 0 ? Math.max(...digitCounts) : undefined;
  });
}

/** The visible ones: the chosen columns, or the default ones. */
export function shownColumns(columns: readonly Column[], chosen: readonly string[] | undefined): Column[] {
  return columns.filter(
    ({ isTitle, isOptional, source }) => isTitle || (chosen ? chosen.includes(source) : !isOptional),
  );
}

/**
 * A field may be hidden from a role, and so may a reference whose target it may not read, with everything behind it.
 */
export function isColumnReadable(descriptor: ResourceDescriptor, access: Reader, path: string): boolean {
  const name = path.split(".")[0];
  const field = descriptor.fields.find((candidate) => candidate.name === name);
  return field === undefined || access.can(descriptor, "read", { field });
}

/** Whether a column is readable, which may lie behind several references. */
function canReadColumn(descriptor: ResourceDescriptor, access: Reader, column: ColumnDescriptor): boolean {
  const { source, lookups = [] } = column;
  return (
    isColumnReadable(descriptor, access, source) && lookups.every((target) => access.can(summaryOf(target), "lookup"))
  );
}

export function toColumn(descriptor: ResourceDescriptor, column: ColumnDescriptor): Column {
  const { source, kind, sortable, hidden = false } = column;
  const field = descriptor.fields.find(({ name }) => name === source);
  return {
    source,
    kind,
    labelKey: fieldKey(descriptor.name, source),
    sortBy: sortable ? source : undefined,
    isOptional: hidden,
    isTitle: false,
    isInline: field?.inlineEdit !== undefined,
    field,
  };
}

/**
 * Labelled by its field where it shows a single readable one, otherwise by the resource: a contract's name is its
 * contact's.
 */
function titleColumn(descriptor: ResourceDescriptor, access: Reader, hasOwnTitle: boolean): Column {
  const paths = templatePaths(descriptor.recordRepresentation);
  const [first = "id"] = paths;
  const field = descriptor.fields.find(({ name }) => name === first);
  const isKnown = field !== undefined && isColumnReadable(descriptor, access, first);
  const isField = isKnown && (hasOwnTitle || isTitle(descriptor.recordRepresentation, first));
  return {
    source: isField ? first : "",
    kind: "text",
    labelKey: isField ? fieldKey(descriptor.name, first) : nameKey(descriptor.name),
    sortBy: isKnown && isSortable(descriptor, field) ? first : undefined,
    isOptional: false,
    isTitle: true,
    isNumber: descriptor.dialTemplate !== undefined || paths.every((path) => isPhone(descriptor, path)),
    ...(isField && field.format === "number-pattern" ? { pattern: field } : {}),
    isInline: false,
  };
}

function isPhone({ fields }: ResourceDescriptor, path: string): boolean {
  const field = fields.find(({ name }) => name === path);
  return field?.clickToDial === true || field?.unit === "phone";
}

function isSortable({ list, legacyTables }: ResourceDescriptor, field: FieldDescriptor): boolean {
  const legacy = legacyTables.find(({ path }) => path === list.legacyTable);
  if (legacy) return legacy.columns.some(({ source }) => source === field.name);
  return !field.computed && !field.internal && field.fields === undefined;
}
