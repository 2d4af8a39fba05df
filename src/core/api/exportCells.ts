import type { FieldDescriptor, FieldKind, Json, ResourceDescriptor, WireRecord } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { hasValue, valueAtPath } from "../schema/valueAt.ts";
import { parseWireInstant, toPlatformTime } from "../values/dateTime.ts";
import { centsOf, currencyOf, moneyToInput } from "../values/money.ts";
import { toE164Digits, toNumberParts } from "../values/phoneNumber.ts";
import { isTitle, recordTitle } from "../values/recordTitle.ts";

/** Source of an export column with the record's own title. */
export const titleSource = "@title";

/** A column of a list as an export writes it. */
export interface ExportColumn {
  /** Path in the record, or `titleSource`. */
  readonly source: string;
  readonly kind: FieldKind;
  /** The record's own field; absent behind a reference. */
  readonly field?: FieldDescriptor;
}

export interface ExportCellContext {
  /** Template of the exported records' title. */
  readonly record: string;
  /** Zone of wire timestamps without an offset. */
  readonly wireZone: string;
  /** Zone that times are written in. */
  readonly zone: string;
  /** Title template of a resource's records; undefined for an unknown resource. */
  readonly titleOf: (resource: string) => string | undefined;
}

/** All columns of the list and of the resource's own files, by source; an export uses a selection. */
export function exportColumns({ list, fields, recordRepresentation, csv }: ResourceDescriptor): ExportColumn[] {
  const title = fields.find(({ name }) => isTitle(recordRepresentation, name));
  const titleColumns = title ? [{ source: title.name, kind: title.kind, field: title }] : [];
  const listColumns = list.columns.map(({ source, kind }) => ({
    source,
    kind,
    field: fields.find(({ name }) => name === source),
  }));
  const listed = new Set([...titleColumns, ...listColumns].map(({ source }) => source));
  const filed = (csv?.columns ?? []).flatMap(({ source }): ExportColumn[] => {
    const field = fields.find(({ name }) => name === source);
    // Files have amounts as the wire has them, in cents.
    const kind = field?.kind === "money" ? "decimal" : (field?.kind ?? "text");
    return listed.has(source) ? [] : [{ source, kind, ...(field ? { field } : {}) }];
  });
  return [{ source: titleSource, kind: "text" }, ...titleColumns, ...listColumns, ...filed];
}

/** References whose records an export needs. */
export function exportExpand({ list, csv }: ResourceDescriptor): readonly string[] {
  const heads = (csv?.columns ?? []).flatMap(({ source }) =>
    source.includes(".") ? [source.split(".")[0] ?? ""] : [],
  );
  return [...new Set([...list.expand, ...heads])];
}

/**
 * The text of a cell: plain, language-independent values that every program reads alike. Money is in units with the
 * currency's decimals, times are `YYYY-MM-DD HH:MM:SS`, phone numbers `+431234567`, choices and switches the platform's own words.
 */
export function toCell(record: WireRecord, { source, kind, field }: ExportColumn, context: ExportCellContext): string {
  if (source === titleSource) return recordTitle(context.record, record);
  const value = valueAtPath(record, source);
  // Secrets are never exported, even when the caller may see them.
  if (!hasValue(value) || kind === "password" || field?.secret) return "";
  switch (kind) {
    case "money":
      return typeof value === "number"
        ? moneyToInput(centsOf(value, field), "en", currencyOf(record, field))
        : String(value);
    case "boolean":
      return String(value === true || value === 1 || value === "1");
    case "dateTime":
      return toTime(String(value), context);
    case "phoneNumber":
      return toNumber(value);
    case "phoneNumbers":
      return toList(value).map(toNumber).join(", ");
    case "reference":
    case "references":
      return toTitles(record, source, field, value, context);
    default:
      return toText(value);
  }
}

function toTime(text: string, { wireZone, zone }: ExportCellContext): string {
  const instant = parseWireInstant(text, wireZone);
  return instant ? toPlatformTime(instant, zone) : text;
}

function toNumber(value: Json): string {
  const parts = toNumberParts(value);
  if (!parts) return toText(value);
  const digits = toE164Digits(parts);
  return digits === null ? [parts.cc, parts.ac, parts.sn].filter(Boolean).join(" ") : `+${digits}`;
}

/** Titles of the referenced records where they were expanded, else their ids. */
function toTitles(
  record: WireRecord,
  source: string,
  field: FieldDescriptor | undefined,
  value: Json,
  { titleOf }: ExportCellContext,
): string {
  const template = field?.reference && titleOf(field.reference.resource);
  const expanded = toList(record[`${source}_expand`] ?? []).filter(isObject);
  const titles = toList(value).map((id) => {
    const target = expanded.find((candidate) => candidate.id === id);
    return template && target ? recordTitle(template, target) : toText(id);
  });
  return titles.join(", ");
}

function toList(value: Json): Json[] {
  return Array.isArray(value) ? value : [value];
}

/** Texts and numbers as they are, lists joined, anything deeper as JSON. */
function toText(value: Json): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
