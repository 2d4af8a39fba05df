import type { ComponentType } from "react";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import type { PartProps } from "../../kinds/controls/InputProps.ts";
import type { FieldOf } from "../../providers/rest.ts";

/** Props of a hand-written input. */
export interface FieldComponentProps extends PartProps {
  readonly mode: "create" | "update";
  /** The stored record; absent in create forms. */
  readonly record?: WireRecord;
}

export interface WireContext {
  readonly mode: "create" | "update";
  /** The stored record; absent in create forms. */
  readonly record?: WireRecord;
  readonly now: Date;
}

/** A form's payload: single fields first, in order, then the rest of the record. */
export interface WireForm {
  readonly patches: readonly { readonly field: string; readonly value: Json }[];
  readonly record: WireRecord;
  /** Checks beyond the schema; pointers into the form's values. */
  readonly errors: readonly FieldError[];
  /** Maps a pointer into `record` to the form. */
  readonly toFormPointer: (pointer: string) => string;
}

export interface ConfirmationProps {
  readonly record: WireRecord;
  /** Saves the record, with further values. */
  readonly onConfirm: (more?: WireRecord) => void;
  readonly onCancel: () => void;
  /** Shows why the record could not be saved, where that belongs. */
  readonly onRefused: (error: unknown) => void;
}

/** The parts of a resource's form that a schema cannot express. */
export interface FormOverride<Resource extends string = string> {
  /** Text files that its components use, loaded before them. */
  readonly texts?: readonly string[];
  /** Replace generic inputs; null omits the field. Fields named here are shown regardless of their condition. */
  readonly fieldComponents?: { readonly [Field in FieldOf<Resource>]?: ComponentType<FieldComponentProps> | null };
  /** Fields asked for only in create forms: they are changed elsewhere. */
  readonly onlyNew?: readonly FieldOf<Resource>[];
  /** The page of a new record opens: there is more to do. */
  readonly opensCreated?: boolean;
  /** Shown below the first group of fields; reads the current values through FormValuesContext. */
  readonly Aside?: ComponentType;
  /** Shown before the form is saved, with what it would send; saves when that is confirmed. */
  readonly Confirmation?: ComponentType<ConfirmationProps>;
  /** Converts form values to the payload, where they differ. */
  readonly toWire?: (values: WireRecord, context: WireContext) => Partial<WireForm> & Pick<WireForm, "record">;
  /** Returns the body of an update for a valid record, where it differs; `base` is the stored one. */
  readonly toUpdate?: (record: WireRecord, base: WireRecord) => WireRecord;
}
