import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";

interface ListNothingProps {
  /** There may be records, but none that the filters in force let through. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** Ways to create the first record. */
  readonly create: ReactNode;
}

/** Why there is nothing to see, and what to do about it. */
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
