import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { emptyKey } from "../../resource/labels.ts";

interface ListNothingProps {
  readonly resource: string;
  /** There may be records, but none matches the filters. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** Ways to create the first record. */
  readonly create: ReactNode;
}

/** A list's empty state, and what to do about it. */
export function ListNothing({ resource, isFiltered, onClear, create }: ListNothingProps) {
  const translate = useTranslate();
  return (
    <>
      <p>
        {isFiltered
          ? translate("views.list.noMatch")
          : translate(emptyKey(resource), { _: translate("views.list.empty") })}
      </p>
      <div className="list-ways">
        {isFiltered ? (
          <Button variant="outlined" onClick={onClear}>
            {translate("views.list.clearFilters")}
          </Button>
        ) : (
          create
        )}
      </div>
    </>
  );
}
