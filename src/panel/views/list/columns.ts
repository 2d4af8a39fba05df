import type { ColumnDescriptor, FieldDescriptor, FieldKind, ResourceDescriptor } from "../../../core/descriptor.ts";
import { titlePaths } from "../../../core/recordTitle.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/resources.ts";
import { fieldKey, nameKey } from "../../resource/labels.ts";

export interface Column {
  readonly source: string;
  readonly kind: FieldKind;
  readonly labelKey: string;
  /** Absent: the list can not be sorted by it. */
  readonly sortBy?: string;
  readonly isOptional: boolean;
  /** The record's name, which leads to it. */
  readonly isTitle: boolean;
  /** May be changed in place, where the record allows it. */
  readonly isInline: boolean;
  /** The record's own field; absent behind a reference. */
  readonly field?: FieldDescriptor;
}

type Reader = Pick<Access, "can">;

/**
 * All columns a person may see, the record's name first. `owner` is the field that holds the parent's id in a list
 * below its parent: what lies behind it says the same in each row. `usual`: the columns that are not optional there, in their order.
 */
export function columnsOf(
  descriptor: ResourceDescriptor,
  access: Reader,
  owner = "",
  usual?: readonly string[],
): Column[] {
  const title = titleColumn(descriptor, access);
  const others = descriptor.list.columns.filter(
    ({ source }) =>
      source !== title.source && !source.split(".").includes(owner) && isReadable(descriptor, access, source),
  );
  const columns = usual ? others.map((column) => ({ ...column, optional: !usual.includes(column.source) })) : others;
  const placeOf = ({ source }: ColumnDescriptor) => (usual?.includes(source) ? usual.indexOf(source) : columns.length);
  const ordered = usual ? [...columns].sort((one, other) => placeOf(one) - placeOf(other)) : columns;
  return [title, ...ordered.map((column) => toColumn(descriptor, column))];
}

/** Those of them that are shown: what was chosen, or what is not optional. */
export function shownColumns(columns: readonly Column[], chosen: readonly string[] | undefined): Column[] {
  return columns.filter(
    ({ isTitle, isOptional, source }) => isTitle || (chosen ? chosen.includes(source) : !isOptional),
  );
}

/** A field may be kept from a role, and so may everything behind a reference to what the role may not look up. */
export function isReadable(descriptor: ResourceDescriptor, access: Reader, path: string): boolean {
  const [name, ...rest] = path.split(".");
  const field = descriptor.fields.find((candidate) => candidate.name === name);
  if (field && !access.can(descriptor, "read", { field })) return false;
  if (rest.length === 0 || !field?.reference) return true;
  return access.can(summaryOf(field.reference.resource), "lookup");
}

function toColumn(descriptor: ResourceDescriptor, column: ColumnDescriptor): Column {
  const { source, kind, sortable, optional = false } = column;
  const field = descriptor.fields.find(({ name }) => name === source);
  return {
    source,
    kind,
    labelKey: fieldKey(descriptor.name, source),
    sortBy: sortable ? source : undefined,
    isOptional: optional,
    isTitle: false,
    isInline: field?.inline === true,
    field,
  };
}

/** Named after its field where it shows one alone that may be read, else after the resource: a contract's name is its contact's. */
function titleColumn(descriptor: ResourceDescriptor, access: Reader): Column {
  const paths = titlePaths(descriptor.record);
  const [first = "id"] = paths;
  const field = descriptor.fields.find(({ name }) => name === first);
  const isKnown = field !== undefined && isReadable(descriptor, access, first);
  const isField = isKnown && descriptor.record === `{${first}}`;
  return {
    source: isField ? first : "",
    kind: "text",
    labelKey: isField ? fieldKey(descriptor.name, first) : nameKey(descriptor.name),
    sortBy: isKnown && isSortable(descriptor, field) ? first : undefined,
    isOptional: false,
    isTitle: true,
    isInline: false,
  };
}

function isSortable({ list, legacyTables }: ResourceDescriptor, field: FieldDescriptor): boolean {
  const legacy = legacyTables.find(({ path }) => path === list.legacyTable);
  if (legacy) return legacy.columns.some(({ source }) => source === field.name);
  return !field.computed && !field.internal && field.fields === undefined;
}
