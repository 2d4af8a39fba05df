import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type Column, shownColumns } from "../columns.ts";
import { useListTaste } from "../useListTaste.ts";
import { columnsParameter } from "./arrangement.ts";

export interface ChosenColumns {
  /** Sources; undefined: the usual ones. */
  readonly chosen: readonly string[] | undefined;
  /** The address says how the list is arranged, as a saved view's and a colleague's link do: taste is left alone. */
  readonly isArranged: boolean;
  /** Undefined: the usual ones again. */
  readonly choose: (sources: readonly string[] | undefined) => void;
}

/** Which columns a list shows: what its address says, else what the person likes. */
export function useChosenColumns(resource: string, columns: readonly Column[]): ChosenColumns {
  const [search, setSearch] = useSearchParams();
  const [taste, setTaste] = useListTaste(resource);
  const told = search.get(columnsParameter);
  // The same array from one rendering to the next, so that rows rest.
  const chosen = useMemo(() => (told === null ? taste.columns : told.split(",")), [told, taste.columns]);
  return {
    chosen,
    isArranged: told !== null,
    choose: (sources) => {
      if (told === null) return setTaste({ columns: sources });
      const wanted = sources ?? sourcesOf(shownColumns(columns, undefined));
      search.set(columnsParameter, wanted.join(","));
      setSearch(search, { replace: true });
    },
  };
}

/** Columns by name, without the title, which is always there. */
export function sourcesOf(columns: readonly Column[]): string[] {
  return columns.filter(({ isTitle }) => !isTitle).map(({ source }) => source);
}
