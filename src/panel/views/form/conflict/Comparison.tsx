import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useRef, useState } from "react";
import { type Identifier, useLocale, useTranslate } from "react-admin";
import type { FieldDescriptor, WireRecord } from "../../../../core/schema/descriptor.ts";
import { formatWireTime } from "../../../../core/values/dateTime.ts";
import type { CellContext } from "../../../kinds/cell.ts";
import { browserZone } from "../../../kinds/time/browserZone.ts";
import { fieldKey } from "../../../navigation/labels.ts";
import { send } from "../../../providers/http.ts";
import { fromList, itemPath, type PanelRecord } from "../../../providers/rest.ts";
import { formatList } from "../../../providers/texts.ts";
import { TableHead } from "../../../ui/TableHead.tsx";
import { useCellContext } from "../../useCellContext.ts";
import styles from "./conflict.module.css";
import {
  type ConflictProps,
  changesOnTop,
  comparedFields,
  type MergeChoices,
  type MergedField,
  type MergeSide,
  mergeRecords,
  undecidedFields,
} from "./mergeRecords.ts";
import { Version } from "./Version.tsx";

interface ComparisonProps extends ConflictProps {
  readonly theirs: PanelRecord;
  readonly theirValues: WireRecord;
}

/** Base, theirs and mine side by side where they differ, with a choice for each conflict. */
export function Comparison({
  descriptor,
  id,
  base,
  mine,
  theirs,
  theirValues,
  intent,
  onGoOn,
}: ComparisonProps): ReactNode {
  const translate = useTranslate();
  const locale = useLocale();
  const context = useCellContext(descriptor.name, "words");
  const titles = useLastChange(descriptor.name, id);
  const [choices, setChoices] = useState<MergeChoices>({});
  const [isAsked, setIsAsked] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const titleId = useId();

  const fields = comparedFields(descriptor);
  const merged = mergeRecords(
    fields.map(({ name }) => name),
    { base, theirs: theirValues, mine },
  );
  const conflicts = merged.filter(({ outcome }) => outcome === "conflict");
  const open = undecidedFields(merged, choices);
  const changes = changesOnTop(merged, choices);
  const hasChanges = merged.some(({ outcome }) => outcome === "mine" || outcome === "conflict");
  const labelOf = (name: string) => translate(fieldKey(descriptor.name, name));

  const save = () => {
    setIsAsked(true);
    if (open.length === 0) return onGoOn(theirs, changes, intent);
    table.current?.querySelector<HTMLInputElement>(`input[name="${open[0]}"]`)?.focus();
  };
  return (
    <>
      <h2 id={titleId} className="below-4 text-16 tall">
        {titles.title}
      </h2>
      <p className="below-12">
        {translate(hasChanges ? "conflict.text" : "conflict.nothing")}{" "}
        {conflicts.length > 0 && translate("conflict.choose", { smart_count: conflicts.length })}
      </p>
      <table ref={table} className={`table cards anywhere below-12 ${styles.table}`} aria-labelledby={titleId}>
        <TableHead
          headings={[
            translate("conflict.field"),
            translate("conflict.base"),
            titles.theirs,
            translate("conflict.mine"),
          ]}
        />
        <tbody>
          {merged.map((mergedField) => {
            const field = fields.find(({ name }) => name === mergedField.name);
            return field ? (
              <ComparisonRow
                key={mergedField.name}
                merged={mergedField}
                field={field}
                label={labelOf(mergedField.name)}
                theirsLabel={titles.theirs}
                theirs={theirs}
                choice={choices[mergedField.name]}
                onChoose={(side) => setChoices({ ...choices, [mergedField.name]: side })}
                context={context}
              />
            ) : null;
          })}
        </tbody>
      </table>
      {isAsked && open.length > 0 && (
        <Alert severity="error" role="alert">
          {translate("conflict.missing", { fields: formatList(open.map(labelOf), locale) })}
        </Alert>
      )}
      <div className="row above-12">
        {hasChanges && (
          <Button variant="contained" onClick={save}>
            {translate("conflict.save")}
          </Button>
        )}
        <Button variant={hasChanges ? "outlined" : "contained"} onClick={() => onGoOn(theirs, changes)}>
          {translate("conflict.edit")}
        </Button>
        {hasChanges && <Button onClick={() => onGoOn(theirs, {})}>{translate("conflict.discard")}</Button>}
      </div>
    </>
  );
}

/** Says who saved first, as far as the platform reports it. */
function useLastChange(resource: string, id: Identifier) {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: [resource, "lastChange", String(id)],
    queryFn: () => loadLastChange(resource, id),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data) return { title: translate("conflict.title"), theirs: translate("conflict.theirs") };
  const { username, timestamp } = data;
  return {
    title: translate("conflict.by", { username, time: formatWireTime(timestamp, browserZone()) }),
    theirs: translate("conflict.theirsBy", { username }),
  };
}

interface LastChange {
  readonly username: string;
  readonly timestamp: string;
}

/** Loads the last change of a record from its journal; null where the platform does not report it. */
async function loadLastChange(resource: string, id: Identifier): Promise<LastChange | null> {
  try {
    const query = { page: 1, rows: 1, order_by: "id", order_by_direction: "desc" };
    const { data } = fromList("journal", await send({ path: `${itemPath(resource, id)}/journal/`, query }));
    const [entry] = data;
    if (typeof entry?.username !== "string" || typeof entry.timestamp !== "string") return null;
    return { username: entry.username, timestamp: entry.timestamp };
  } catch {
    // Not every platform has a journal and not every role may read it; the conflict is reported without.
    return null;
  }
}

interface ComparisonRowProps {
  readonly merged: MergedField;
  readonly field: FieldDescriptor;
  readonly label: string;
  /** Name of the other side. */
  readonly theirsLabel: string;
  readonly theirs: PanelRecord;
  /** Only set where both sides changed the field, once chosen. */
  readonly choice: MergeSide | undefined;
  readonly onChoose: (side: MergeSide) => void;
  readonly context: CellContext;
}

/** One field: its base value and both versions. The kept one is marked; a conflict asks. */
function ComparisonRow(props: ComparisonRowProps) {
  const { merged, field, label, theirsLabel, theirs, choice, onChoose, context } = props;
  const { translate } = context;
  const { name, outcome } = merged;
  const side = (which: MergeSide) => {
    const isChanged = outcome === which || outcome === "same" || outcome === "conflict";
    const isKept = outcome === which || outcome === "same" || choice === which;
    return (
      <td
        className={isKept ? styles.isKept : undefined}
        data-label={which === "theirs" ? theirsLabel : translate("conflict.mine")}
      >
        {isChanged ? (
          <Version
            field={field}
            value={merged[which]}
            record={which === "theirs" ? theirs : undefined}
            context={context}
          />
        ) : (
          <span className="quiet">{translate("conflict.unchanged")}</span>
        )}
        {outcome === "conflict" ? (
          <label className={`line strong ${styles.choice}`}>
            <input
              type="radio"
              className="tick"
              name={name}
              aria-label={translate(`conflict.takeOf.${which}`, { field: label })}
              checked={choice === which}
              onChange={() => onChoose(which)}
            />
            {translate(`conflict.take.${which}`)}
          </label>
        ) : (
          isKept && <span className="block success text-12 strong">{translate("conflict.kept")}</span>
        )}
      </td>
    );
  };
  return (
    <tr className={outcome === "conflict" ? styles.isConflict : undefined}>
      <th scope="row" className="strong">
        {label}
      </th>
      <td data-label={translate("conflict.base")}>
        <Version field={field} value={merged.base} context={context} />
      </td>
      {side("theirs")}
      {side("mine")}
    </tr>
  );
}
