import type { ComponentType } from "react";
import type { FieldDescriptor, FieldKind, Json } from "../../../core/schema/descriptor.ts";

/** A value's errors, as texts by pointer below it: "" is the value itself, "/0/start" a part of it. */
export type ErrorMessages = Readonly<Record<string, string>>;

/** The props of every input. Inputs are controlled: the value comes in, changes go out. */
export interface PartProps {
  /** Id of the focusable element; the error summary links to it. */
  readonly id: string;
  /** Resource whose messages label this field's parts and choices. */
  readonly resource: string;
  /** The field's path in the record, without list indexes: `billing_profiles.start`. Selects its messages. */
  readonly path: string;
  readonly field: FieldDescriptor;
  /** The value in wire format. Unparsable text is kept as typed, for the rules to refuse. */
  readonly value: Json | undefined;
  /** Null is "no value". */
  readonly onChange: (value: Json) => void;
  readonly onBlur?: () => void;
  readonly label: string;
  /** Help text of one sentence. */
  readonly help?: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly errors: ErrorMessages;
}

type FormOnlyProp = "required" | "readOnly" | "errors";

/** Outside of forms most inputs are optional, can be changed, and have no errors. */
export type LooseProps<Props extends Pick<PartProps, FormOnlyProp>> = Omit<Props, FormOnlyProp> &
  Partial<Pick<Props, FormOnlyProp>>;

export interface InputProps extends PartProps {
  /** Renders any field through the registry: objects and lists render their parts with it. */
  readonly Part: ComponentType<PartProps>;
}

/** The inputs of the kinds in a folder: its `inputs.tsx` has them as `inputs`. */
export type Inputs = Readonly<Partial<Record<FieldKind, ComponentType<InputProps>>>>;

export const noErrors: ErrorMessages = {};

/** The errors of one part, by pointers relative to it: `{"/0/start": t}` below "0" is `{"/start": t}`. */
export function errorsBelow(errors: ErrorMessages, part: string | number): ErrorMessages {
  const prefix = `/${part}`;
  const below = Object.entries(errors).flatMap(([pointer, text]) =>
    pointer === prefix || pointer.startsWith(`${prefix}/`) ? [[pointer.slice(prefix.length), text] as const] : [],
  );
  return below.length > 0 ? Object.fromEntries(below) : noErrors;
}
