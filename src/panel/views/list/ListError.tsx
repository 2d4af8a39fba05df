import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useListContext, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { filterKey } from "../../navigation/labels.ts";
import { LoadError } from "../LoadError.tsx";
import type { InvalidFilter } from "./filters.ts";

interface ListErrorProps {
  readonly descriptor: ResourceDescriptor;
  readonly invalidFilters: readonly InvalidFilter[];
}

/** Filters that cannot be read, or why there are no rows. A list that ignored its filters would seem to match them. */
export function ListError({ descriptor: { name }, invalidFilters }: ListErrorProps) {
  const { error, refetch, filterValues, setFilters } = useListContext();
  const translate = useTranslate();
  if (invalidFilters.length === 0) {
    return error ? (
      <LoadError error={error} question={{ resource: name, right: "read" }} onRetry={() => void refetch()} />
    ) : null;
  }
  const invalidNames = invalidFilters.map(({ filter }) => filter.name);
  const removeInvalid = () =>
    setFilters(Object.fromEntries(Object.entries(filterValues).filter(([name]) => !invalidNames.includes(name))));
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={removeInvalid}>
          {translate("views.filter.remove")}
        </Button>
      }
    >
      {invalidFilters.map(({ filter, value, isKnown }) => (
        <div key={filter.name}>
          {translate(isKnown ? "views.filter.unreadable" : "views.filter.unknown", {
            name: translate(filterKey(name, filter), { _: filter.name }),
            value,
          })}
        </div>
      ))}
    </Alert>
  );
}
