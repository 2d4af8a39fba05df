import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useGetList } from "ra-core";
import { isObject } from "../../../core/prepare.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { byHandle, type SoundLevel } from "./soundOf.ts";

/** More handles than any platform has. */
const mostHandles = 500;
/** More parents above each other than anybody makes. */
const mostParents = 10;

export interface HandleGroup {
  readonly group: string;
  readonly handles: readonly string[];
}

interface Sounds {
  /** Undefined until all of it has come. */
  readonly data?: { readonly groups: readonly HandleGroup[]; readonly levels: readonly SoundLevel[] };
  readonly error: unknown;
  readonly retry: () => void;
}

const wanted = (filter: object) => ({
  pagination: { page: 1, perPage: mostHandles },
  sort: { field: "id", order: "ASC" as const },
  filter,
});

/** All occasions for sounds in their groups, and what a set and its parents have for them. */
export function useSounds(set: PanelRecord): Sounds {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const handles = useGetList<PanelRecord>("soundhandles", wanted({}));
  const own = useGetList<PanelRecord>("soundfiles", wanted({ set_id: set.id }));
  const above = useQuery({
    queryKey: ["soundfiles", "above", set.id, set.parent_id],
    queryFn: () => loadParents(dataProvider, set),
  });
  const parts = [handles, own, above];
  const error = parts.map((part) => part.error).find((one) => one !== null);
  const retry = () => parts.forEach((part) => void part.refetch());
  if (!handles.data || !own.data || !above.data) return { error, retry };
  const levels = [{ name: String(set.name), files: byHandle(own.data) }, ...above.data];
  return { data: { groups: groupsOf(handles.data), levels }, error, retry };
}

/** The nearest parent first. What the record tells of its parent is not asked for. */
async function loadParents(dataProvider: PanelDataProvider, set: PanelRecord): Promise<SoundLevel[]> {
  const levels: SoundLevel[] = [];
  let below: Readonly<Record<string, unknown>> = set;
  while (typeof below.parent_id === "number" && levels.length < mostParents) {
    const id: number = below.parent_id;
    const known = below.parent_id_expand;
    const [parent, files] = await Promise.all([
      isObject(known as never)
        ? (known as PanelRecord)
        : dataProvider.getOne<PanelRecord>("soundsets", { id }).then(({ data }) => data),
      dataProvider.getList<PanelRecord>("soundfiles", wanted({ set_id: id })).then(({ data }) => data),
    ]);
    levels.push({ name: String(parent.name), files: byHandle(files) });
    below = parent;
  }
  return levels;
}

function groupsOf(handles: readonly PanelRecord[]): HandleGroup[] {
  const groups = new Map<string, string[]>();
  // Some platforms order numbers as texts.
  const inOrder = [...handles].sort((one, other) => Number(one.id) - Number(other.id));
  for (const { group, handle } of inOrder) {
    const known = groups.get(String(group)) ?? [];
    groups.set(String(group), [...known, String(handle)]);
  }
  return [...groups].map(([group, names]) => ({ group, handles: names }));
}
