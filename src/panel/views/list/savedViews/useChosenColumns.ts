import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type Column, shownColumns } from "../columns.ts";
import { useListPreferences } from "../useListPreferences.ts";
import { columnsParameter } from "./arrangement.ts";

/** The columns of a list: from the URL, or else the user's preferences. */
export function useChosenColumns(resource: string, columns: readonly Column[]) {
  const [search, setSearch] = useSearchParams();
  const [preferences, setPreferences] = useListPreferences(resource);
  const told = search.get(columnsParameter);
  // A stable array across renders, so that memoized rows do not re-render.
  const chosen = useMemo(() => (told === null ? preferences.columns : told.split(",")), [told, preferences.columns]);
  return {
    chosen,
    /** The URL sets the arrangement, as links and saved views do: preferences are left alone. */
    isArranged: told !== null,
    /** Undefined: back to the default ones. */
    choose: (sources: readonly string[] | undefined) => {
      if (told === null) return setPreferences({ columns: sources });
      const wanted = sources ?? sourcesOf(shownColumns(columns, undefined));
      search.set(columnsParameter, wanted.join(","));
      setSearch(search, { replace: true });
    },
  };
}

/** Column names without the title, which is always shown. */
export function sourcesOf(columns: readonly Column[]): string[] {
  return columns.filter(({ isTitle }) => !isTitle).map(({ source }) => source);
}
