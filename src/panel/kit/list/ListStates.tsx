import Button from "@mui/material/Button";
import { type ReactNode, useEffect, useState } from "react";
import { useListContext, useTranslate } from "react-admin";
import { emptyKey } from "../../navigation/labels.ts";
import { isEstimate } from "./useListState.ts";

interface EmptyStateProps {
  /** Ways to create the first record. */
  readonly create?: ReactNode;
}

/** A list without rows, and what to do about it: there may be records, but none matches the filters. */
export function EmptyState({ create }: EmptyStateProps) {
  const { resource, filterValues, setFilters } = useListContext();
  const translate = useTranslate();
  const isFiltered = Object.keys(filterValues).length > 0;
  return (
    <>
      <p className="below-12">
        {isFiltered
          ? translate("views.list.noMatch")
          : translate(emptyKey(resource), { _: translate("views.list.empty") })}
      </p>
      <div className="row centred">
        {isFiltered ? (
          <Button variant="outlined" onClick={() => setFilters({})}>
            {translate("views.list.clearFilters")}
          </Button>
        ) : (
          create
        )}
      </div>
    </>
  );
}

interface AnnouncementProps {
  /** The result of the last command. */
  readonly result?: string;
}

/**
 * Announces a list: that it is loading, or how many were found. Empty at first, as screen readers announce changes of a
 * live region, not its initial content.
 */
export function Announcement({ result }: AnnouncementProps) {
  const { isPending, total = 0, meta } = useListContext();
  const translate = useTranslate();
  const found = isEstimate({ meta }) ? "views.list.foundAbout" : "views.list.found";
  const text = isPending ? translate("views.list.loading") : translate(found, { smart_count: total });
  const [spoken, setSpoken] = useState("");
  useEffect(() => setSpoken(text), [text]);
  return (
    <p role="status" className="sr-only">
      {spoken} {result}
    </p>
  );
}
