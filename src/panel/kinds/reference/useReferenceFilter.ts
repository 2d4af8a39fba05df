import type { Json, ReferenceDescriptor } from "../../../core/descriptor.ts";
import { useFormValues } from "../controls/formValues.ts";

/**
 * The filters of the choices with the form's values filled in (`$contact_id.reseller_id`). What is not known (yet)
 * does not narrow: the platform refuses what does not fit.
 */
export function useReferenceFilter({
  filter = {},
}: Pick<ReferenceDescriptor, "filter">): Readonly<Record<string, Json>> {
  const paths = Object.values(filter).flatMap((value) => pathOf(value) ?? []);
  const values = useFormValues(paths);
  const entries = Object.entries(filter).flatMap(([name, value]): [string, Json][] => {
    const path = pathOf(value);
    const known = path === undefined ? value : values[path];
    return known === undefined || known === null ? [] : [[name, known]];
  });
  return Object.fromEntries(entries);
}

/** The path that a filter's value stands for, `contact_id` for "$contact_id". */
export function pathOf(value: string | number | boolean): string | undefined {
  return typeof value === "string" && value.startsWith("$") ? value.slice(1) : undefined;
}
