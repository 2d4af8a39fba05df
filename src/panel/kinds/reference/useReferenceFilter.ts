import type { Json, ReferenceDescriptor } from "../../../core/schema/descriptor.ts";
import { filterPath } from "../../../core/schema/filterPath.ts";
import { useFormValues } from "../controls/formValues.ts";

/**
 * Filters on choices with the form's values filled in (`$contact_id.reseller_id`). Unknown values do not narrow: the
 * platform refuses what does not fit.
 */
export function useReferenceFilter({
  filter = {},
}: Pick<ReferenceDescriptor, "filter">): Readonly<Record<string, Json>> {
  const paths = Object.values(filter).flatMap((value) => filterPath(value) ?? []);
  const values = useFormValues(paths);
  const entries = Object.entries(filter).flatMap(([name, value]): [string, Json][] => {
    const path = filterPath(value);
    const resolved = path === undefined ? value : values[path];
    return resolved === undefined || resolved === null ? [] : [[name, resolved]];
  });
  return Object.fromEntries(entries);
}
