import type { ComponentType } from "react";
import type { Json, WireRecord } from "../../../core/descriptor.ts";
import type { FieldError } from "../../../core/errors.ts";
import type { PartProps } from "../../kinds/controls/InputProps.ts";

/** What a hand-written component in place of a generic input gets. */
export interface FieldComponentProps extends PartProps {
  readonly mode: "create" | "update";
  /** The stored record; none while it is being created. */
  readonly record?: WireRecord;
}

export interface WireContext {
  readonly mode: "create" | "update";
  /** The stored record; none while it is being created. */
  readonly record?: WireRecord;
  readonly now: Date;
}

/** What goes over the wire for a form: single fields first, in order, then the rest of the record. */
export interface WireForm {
  readonly patches: readonly { readonly field: string; readonly value: Json }[];
  readonly record: WireRecord;
  /** What only this form can know to be wrong; pointers into the form's values. */
  readonly errors: readonly FieldError[];
  /** Where in the form a pointer into `record` belongs. */
  readonly toFormPointer: (pointer: string) => string;
}

/** What a schema can not say about the form of one resource. */
export interface FormOverride {
  /** In place of generic inputs; null leaves the field out. Fields named here are shown whatever their condition says. */
  readonly fieldComponents?: Readonly<Record<string, ComponentType<FieldComponentProps> | null>>;
  /** Fields that are asked for in a new record only: changing them is a matter of its own. */
  readonly onlyNew?: readonly string[];
  /** Shown under the first group of fields; reads what is typed through FormValuesContext. */
  readonly Aside?: ComponentType;
  /** Form values to wire, where one is not simply the other. */
  readonly toWire?: (values: WireRecord, context: WireContext) => WireForm;
}

/** Forms without an override send what they hold. */
export function toPlainWire(values: WireRecord): WireForm {
  return { patches: [], record: values, errors: [], toFormPointer: (pointer) => pointer };
}
