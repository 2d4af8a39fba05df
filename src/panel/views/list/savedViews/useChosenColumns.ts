import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useListPreferences } from "../../../kit/list/useListState.ts";
import { type Column, shownColumns } from "../columns.ts";
import { columnsParameter } from "./arrangement.ts";

/** The columns of a list: from the URL, or else the user's preferences. */
export function useChosenColumns(resource: string, columns: readonly Column[]) {
  const [search, setSearch] = useSearchParams();
  const [preferences, setPreferences] = useListPreferences(resource);
  const inUrl = search.get(columnsParameter);
  // A stable array across renders, so that memoized rows do not re-render.
  const chosen = useMemo(() => (inUrl === null ? preferences.columns : inUrl.split(",")), [inUrl, preferences.columns]);
  return {
    chosen,
    /** The URL sets the arrangement, as links and saved views do: preferences are left alone. */
    isArranged: inUrl !== null,
    /** Undefined: back to the default ones. */
    choose: (sources: readonly string[] | undefined) => {
      if (inUrl === null) return setPreferences({ columns: sources });
      const newColumns = sources ?? columnSources(shownColumns(columns, undefined));
      search.set(columnsParameter, newColumns.join(","));
      setSearch(search, { replace: true });
    },
  };
}

/** Column names without the title, which is always shown. */
export function columnSources(columns: readonly Column[]): string[] {
  return columns.filter(({ isTitle }) => !isTitle).map(({ source }) => source);
}
