import type { ComponentType } from "react";
import type { FieldDescriptor, FilterDescriptor } from "../../core/descriptor.ts";

/** What a filter can be set to: it ends up as text in a query parameter. */
export type FilterValue = string | number | boolean;

export interface FilterProps {
  /** Id of the element that takes the focus. */
  readonly id: string;
  readonly resource: string;
  readonly filter: FilterDescriptor;
  /** The field filtered by, or as much as is known of it where it lies behind a reference. */
  readonly field: FieldDescriptor;
  readonly label: string;
  readonly value: FilterValue | undefined;
  /** Undefined: no such filter. */
  readonly onChange: (value: FilterValue | undefined) => void;
}

export type FilterEditor = ComponentType<FilterProps>;
