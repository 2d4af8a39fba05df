import type { useTranslate } from "ra-core";
import type { ComponentType } from "react";
import type { FieldDescriptor, FieldKind, Json, WireRecord } from "../../core/descriptor.ts";

/** What all values on one screen share, made once a screen so that rows can be memoised. */
export interface CellContext {
  /** Resource whose messages name fields and choices. */
  readonly resource: string;
  readonly locale: string;
  /** Zone that times are shown in. */
  readonly zone: string;
  /** In a list there is one line for a value; in details as much as it needs, and its parts can be used (links). */
  readonly place: "list" | "details";
  readonly translate: ReturnType<typeof useTranslate>;
}

export type PresentValue = Exclude<Json, null>;

export interface CellProps {
  /** Never null, "" or []: an empty value has no cell. */
  readonly value: PresentValue;
  /** Field name, or path behind a reference or in an object, `contact_id.email`. */
  readonly source: string;
  /** The record, or the part of it, that `field` is a field of. */
  readonly record: WireRecord;
  /** Absent where the field belongs to another resource, behind a reference. */
  readonly field?: FieldDescriptor;
  readonly context: CellContext;
  /** Shows a part of this value by its own kind. */
  readonly Part: ComponentType<ValueProps>;
}

export interface ValueProps {
  readonly kind: FieldKind;
  readonly value: Json | undefined;
  readonly source: string;
  readonly record: WireRecord;
  readonly field?: FieldDescriptor;
  readonly context: CellContext;
}

export interface CellKind {
  readonly Cell: ComponentType<CellProps>;
  /** Figures end at the same edge, so that they can be compared down the column. */
  readonly align?: "end";
}
