import { useStore } from "react-admin";

/** A user's list preferences; stored per resource, also across logouts. */
export interface ListPreferences {
  /** Chosen page size; absent: the schema's. */
  readonly perPage?: number;
  /** Visible columns by source; absent: the schema's non-optional ones. */
  readonly columns?: readonly string[];
  /** Rows show the columns that the table has no room for below them. */
  readonly isUnfolded?: boolean;
  /** Filter of the search box; absent: the best one available. */
  readonly searchBy?: string;
}

const noPreferences: ListPreferences = {};

export function useListPreferences(resource: string): [ListPreferences, (change: ListPreferences) => void] {
  const [preferences, setPreferences] = useStore<ListPreferences>(`preferences.list.${resource}`, noPreferences);
  return [preferences, (change) => setPreferences({ ...preferences, ...change })];
}

/** Whether pages of all lists have as many rows as the window has room for. */
export function useFitsWindow(): [boolean, (fits: boolean) => void] {
  return useStore("preferences.lists.fit", false);
}
