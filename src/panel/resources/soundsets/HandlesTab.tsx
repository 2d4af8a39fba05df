import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { useDataProvider, useGetList, useNavigate, useTranslate } from "react-admin";
import { LeaveDialog, useLeaveGuard } from "../../kit/LeaveDialog.tsx";
import { recordPath } from "../../navigation/recordPath.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { fieldId } from "../../views/form/fieldId.ts";
import type { Detour } from "../../views/form/returnNavigation.ts";
import { LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { useRecordCommands } from "../../views/recordActions/useRecordCommands.tsx";
import { HandleRow } from "./HandleRow.tsx";
import styles from "./handles.module.css";
import { byHandle, type SoundFile, type SoundLevel, soundOf } from "./soundOf.ts";

/** All handles with their sounds, grouped, with the actions to change them. */
export function HandlesTab({ record: set }: CustomTabProps<"soundsets">) {
  const translate = useTranslate();
  const { descriptor } = useResource("soundfiles");
  const { descriptor: sets } = useResource("soundsets");
  const access = useAccess();
  const navigate = useNavigate();
  const { perform, dialog } = useRecordCommands(descriptor, { onRemoved: () => undefined });
  const [unsaved] = useState(() => new Set<string>());
  const guard = useLeaveGuard(useCallback(() => unsaved.size > 0, [unsaved]));
  const { data, error, retry } = useSounds(set);
  if (error || !data)
    return <LoadState query={{ error, refetch: retry }} question={{ resource: "soundfiles", right: "read" }} />;
  const { groups, levels } = data;
  const nameOf = ({ group }: HandleGroup) => translate(`sounds.groups.${group}`, { _: group });
  const form = recordPath("soundsets", "edit", set);
  const canLoad = form !== null && access.can(sets, "update", { record: set });
  return (
    <>
      {canLoad && (
        <p className="below-8">
          <Button
            size="small"
            onClick={() =>
              navigate(form, { state: { cameBack: { fieldId: fieldId("/copy_from_default") } } satisfies Detour })
            }
          >
            {translate("sounds.defaults")}
          </Button>
        </p>
      )}
      {groups.map((group) => {
        const rows = group.handles.map((handle) => ({ handle, sound: soundOf(handle, levels) }));
        const count = rows.filter(({ sound }) => sound).length;
        return (
          <SoundGroup
            key={group.group}
            name={nameOf(group)}
            count={translate("sounds.count", { count, total: rows.length })}
            hasSounds={count > 0}
          >
            <ul className="stack gap-0">
              {rows.map(({ handle, sound }) => (
                <HandleRow
                  key={handle}
                  set={set}
                  handle={handle}
                  ownFile={levels[0]?.files.get(handle)}
                  sound={sound}
                  unsaved={unsaved}
                  onRemove={(file) => perform("remove", file)}
                />
              ))}
            </ul>
          </SoundGroup>
        );
      })}
      {dialog}
      <LeaveDialog guard={guard} text="sounds.leave" />
    </>
  );
}

interface SoundGroupProps {
  readonly name: string;
  readonly count: string;
  readonly hasSounds: boolean;
  readonly children: ReactNode;
}

/** Open at first if it has sounds; then as its user leaves it, also when the last one is removed. */
function SoundGroup({ name, count, hasSounds, children }: SoundGroupProps) {
  const [isOpen, setIsOpen] = useState(hasSounds);
  return (
    <details
      className={`card below-12 ${styles.sounds}`}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="row gap-4 across-16 baseline">
        <h2>{name}</h2>
        <span className="quiet">{count}</span>
      </summary>
      {children}
    </details>
  );
}

/** More handles than any platform has. */
const MAX_HANDLES = 500;
/** More ancestors than anyone creates. */
const MAX_PARENTS = 10;

interface HandleGroup {
  readonly group: string;
  readonly handles: readonly string[];
}

interface Sounds {
  /** Undefined until everything has loaded. */
  readonly data?: { readonly groups: readonly HandleGroup[]; readonly levels: readonly SoundLevel[] };
  readonly error: unknown;
  readonly retry: () => void;
}

const toListParams = (filter: object) => ({
  pagination: { page: 1, perPage: MAX_HANDLES },
  sort: { field: "id", order: "ASC" as const },
  filter,
});

/** All handles by group, with the files of a set and its ancestors. */
function useSounds(set: RecordOf<"soundsets">): Sounds {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const handles = useGetList<RecordOf<"soundhandles">>("soundhandles", toListParams({}));
  const ownFiles = useGetList<RecordOf<"soundfiles">>("soundfiles", toListParams({ set_id: set.id }));
  const above = useQuery({
    queryKey: ["soundfiles", "above", set.id, set.parent_id],
    queryFn: () => loadParents(dataProvider, set),
  });
  const parts = [handles, ownFiles, above];
  const error = parts.map((part) => part.error).find((candidate) => candidate !== null);
  const retry = () => parts.forEach((part) => void part.refetch());
  if (!handles.data || !ownFiles.data || !above.data) return { error, retry };
  const levels = [{ name: set.name, files: byHandle(ownFiles.data) }, ...above.data];
  return { data: { groups: groupsOf(handles.data), levels }, error, retry };
}

type ExpandedSet = RecordOf<"soundsets"> & { readonly parent_id_expand?: RecordOf<"soundsets"> | null };

/** Nearest parent first. What the record tells of its parent is not fetched. */
async function loadParents(dataProvider: PanelDataProvider, set: ExpandedSet): Promise<SoundLevel[]> {
  const levels: SoundLevel[] = [];
  let below = set;
  while (typeof below.parent_id === "number" && levels.length < MAX_PARENTS) {
    const id: number = below.parent_id;
    const [parent, files] = await Promise.all([
      below.parent_id_expand ?? dataProvider.getOne<ExpandedSet>("soundsets", { id }).then(({ data }) => data),
      dataProvider.getList<SoundFile>("soundfiles", toListParams({ set_id: id })).then(({ data }) => data),
    ]);
    levels.push({ name: parent.name, files: byHandle(files) });
    below = parent;
  }
  return levels;
}

function groupsOf(handles: readonly RecordOf<"soundhandles">[]): HandleGroup[] {
  const groups = new Map<string, string[]>();
  // Some platforms sort numbers as texts.
  const inOrder = [...handles].sort((a, b) => a.id - b.id);
  for (const { group, handle } of inOrder) {
    if (group && handle) groups.set(group, [...(groups.get(group) ?? []), handle]);
  }
  return [...groups].map(([group, names]) => ({ group, handles: names }));
}
