import type { ComponentType } from "react";
import type { FieldDescriptor, FieldKind, Json, WireRecord } from "../../core/schema/descriptor.ts";
import type { Translate } from "../providers/texts.ts";

/** Shared by all values of a screen; created once per screen so that rows can be memoized. */
export interface CellContext {
  /** Resource whose messages label fields and choices. */
  readonly resource: string;
  readonly locale: string;
  /** Time zone for display. */
  readonly zone: string;
  /**
   * A list cell has one line per value; details use as much space as needed, and parts are interactive (links). `words`
   * is as compact as text gets, without tables.
   */
  readonly place: "list" | "details" | "words";
  readonly translate: Translate;
  /** Cells of the resource's own, in place of those of the kinds, by field. */
  readonly cells?: CustomCells;
}

export interface CustomCellProps<Record extends WireRecord = WireRecord> {
  readonly record: Record;
  readonly context: CellContext;
}

export type CustomCells = Readonly<Partial<Record<string, ComponentType<CustomCellProps>>>>;

type PresentValue = Exclude<Json, null>;

export interface CellProps {
  /** Never null, "" or []: empty values have no cell. */
  readonly value: PresentValue;
  /** Field name, or a path behind a reference or into an object, `contact_id.email`. */
  readonly source: string;
  /** The record, or the part of it, that contains `field`. */
  readonly record: WireRecord;
  /** Absent where the field belongs to another resource, behind a reference. */
  readonly field?: FieldDescriptor;
  readonly context: CellContext;
  /** Digits behind the decimal separator, or of money below its minor unit, so that those of a column are aligned. */
  readonly digits?: number;
  /** Renders a part of this value by its own kind. */
  readonly Part: ComponentType<ValueProps>;
}

export interface ValueProps {
  readonly kind: FieldKind;
  readonly value: Json | undefined;
  readonly source: string;
  readonly record: WireRecord;
  readonly field?: FieldDescriptor;
  readonly context: CellContext;
  readonly digits?: number;
}

/** The cells of the kinds in a folder: its `cells.tsx` has them as `cells`. */
export type Cells = Readonly<Partial<Record<FieldKind, CellKind>>>;

export interface CellKind {
  readonly Cell: ComponentType<CellProps>;
  /** Right-aligns figures, so that they can be compared down the column. */
  readonly align?: "end";
  /** Can be edited in its cell; other kinds need their form. */
  readonly isInline?: true;
  /** Lists are searched by its text. */
  readonly isSearched?: true;
}
