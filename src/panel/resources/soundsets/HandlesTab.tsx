import { useTranslate } from "ra-core";
import { useResource } from "../../providers/resources.ts";
import { FactsSkeleton } from "../../views/details/FactsSkeleton.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { Problem } from "../../views/Problem.tsx";
import { useRecordCommands } from "../../views/record/useRecordCommands.tsx";
import { HandleRow } from "./HandleRow.tsx";
import { soundOf } from "./soundOf.ts";
import { type HandleGroup, useSounds } from "./useSounds.ts";
import "./handles.css";

/** What is heard on which occasion, by groups of occasions, with the ways to change it. */
export function HandlesTab({ record: set }: OwnTabProps) {
  const translate = useTranslate();
  const { descriptor } = useResource("soundfiles");
  const { perform, dialog } = useRecordCommands(descriptor, { onRemoved: () => undefined });
  const { data, error, retry } = useSounds(set);
  if (error) return <Problem error={error} question={{ resource: "soundfiles", right: "read" }} onRetry={retry} />;
  if (!data) return <FactsSkeleton />;
  const { groups, levels } = data;
  const nameOf = ({ group }: HandleGroup) => translate(`sounds.groups.${group}`, { _: group });
  return (
    <>
      {groups.map((group) => {
        const rows = group.handles.map((handle) => ({ handle, sound: soundOf(handle, levels) }));
        const count = rows.filter(({ sound }) => sound).length;
        return (
          <details key={group.group} className="sounds" open={count > 0}>
            <summary>
              <h2>{nameOf(group)}</h2>
              <span className="cell-quiet">{translate("sounds.count", { count, total: rows.length })}</span>
            </summary>
            <ul>
              {rows.map(({ handle, sound }) => (
                <HandleRow
                  key={handle}
                  set={set}
                  handle={handle}
                  own={levels[0]?.files.get(handle)}
                  sound={sound}
                  onRemove={(file) => perform("remove", file)}
                />
              ))}
            </ul>
          </details>
        );
      })}
      {dialog}
    </>
  );
}
