import type { ComponentType } from "react";
import type { FieldDescriptor, FieldKind, FilterDescriptor } from "../../core/schema/descriptor.ts";

/** A filter's value: serialized as text in a query parameter. */
export type FilterValue = string | number | boolean;

/** Active filters by name. */
export type FilterValues = Readonly<Record<string, FilterValue>>;

export interface FilterProps {
  /** Id of the focusable element. */
  readonly id: string;
  readonly resource: string;
  readonly filter: FilterDescriptor;
  /** The filtered field, or what is known of it where it lies behind a reference. */
  readonly field: FieldDescriptor;
  readonly label: string;
  readonly value: FilterValue | undefined;
  /** Why the value is refused. */
  readonly error?: string | undefined;
  /** Undefined: no filter. */
  readonly onChange: (value: FilterValue | undefined) => void;
}

export type FilterEditor = ComponentType<FilterProps>;

/** The filters of the kinds in a folder that are not searched as text: its `filters.ts` has them as `filters`. */
export type Filters = Readonly<Partial<Record<FieldKind, FilterEditor>>>;
