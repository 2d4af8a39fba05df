import { useStore } from "ra-core";

/** What a person likes a list to look like; remembered a resource, also over a logout. */
export interface ListTaste {
  /** Chosen page size; absent: the schema's. */
  readonly perPage?: number;
  /** Columns shown, by source; absent: those the schema does not call optional. */
  readonly columns?: readonly string[];
  /** Filter that the search box fills; absent: the best there is. */
  readonly searchBy?: string;
}

const noTaste: ListTaste = {};

export function useListTaste(resource: string): [ListTaste, (change: ListTaste) => void] {
  const [taste, setTaste] = useStore<ListTaste>(`preferences.list.${resource}`, noTaste);
  return [taste, (change) => setTaste({ ...taste, ...change })];
}
