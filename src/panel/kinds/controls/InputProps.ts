import type { ComponentType } from "react";
import type { FieldDescriptor, Json } from "../../../core/descriptor.ts";

/** What is wrong with a value, as texts by pointer below it: "" is the value itself, "/0/start" a part of it. */
export type ProblemTexts = Readonly<Record<string, string>>;

/** What every input kind is given. Inputs hold no truth of their own: the value comes in, changes go out. */
export interface PartProps {
  /** Id of the element that takes the focus; the error summary links to it. */
  readonly id: string;
  /** Resource whose messages name the parts and choices of this field. */
  readonly resource: string;
  /** Where the field is in the record, without positions in lists: `billing_profiles.start`. Names its messages. */
  readonly path: string;
  readonly field: FieldDescriptor;
  /** As on the wire. Text that can not be read as such a value is kept as typed, for the rules to refuse. */
  readonly value: Json | undefined;
  /** Null is "no value". */
  readonly onChange: (value: Json) => void;
  readonly onBlur?: () => void;
  readonly label: string;
  /** One sentence under the field. */
  readonly help?: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly problems: ProblemTexts;
}

export interface InputProps extends PartProps {
  /** Renders any field through the registry: how objects and lists show their parts. */
  readonly Part: ComponentType<PartProps>;
}

export const noProblems: ProblemTexts = {};

/** The problems of one part, by pointers that start at it: `{"/0/start": t}` below "0" is `{"/start": t}`. */
export function problemsBelow(problems: ProblemTexts, part: string | number): ProblemTexts {
  const prefix = `/${part}`;
  const below = Object.entries(problems).flatMap(([pointer, text]) =>
    pointer === prefix || pointer.startsWith(`${prefix}/`) ? [[pointer.slice(prefix.length), text] as const] : [],
  );
  return below.length > 0 ? Object.fromEntries(below) : noProblems;
}
