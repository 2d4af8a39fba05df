import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";

interface ListNothingProps {
  /** There may be records, but none matches the filters. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** Ways to create the first record. */
  readonly create: ReactNode;
}

/** A list's empty state, and what to do about it. */
export function ListNothing({ isFiltered, onClear, create }: ListNothingProps) {
  const translate = useTranslate();
  return (
    <>
      <p>{translate(isFiltered ? "views.list.noMatch" : "views.list.empty")}</p>
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
