import type { FieldDescriptor } from "../../../../core/descriptor.ts";
import type { CellContext } from "../../../kinds/cell.ts";
import type { PanelRecord } from "../../../providers/rest.ts";
import styles from "./conflict.module.css";
import type { MergedField, Side } from "./mergeRecords.ts";
import { Version } from "./Version.tsx";

interface ComparisonRowProps {
  readonly merged: MergedField;
  readonly field: FieldDescriptor;
  readonly label: string;
  /** Name of the other side. */
  readonly theirsLabel: string;
  readonly theirs: PanelRecord;
  /** Only set where both sides changed the field, once chosen. */
  readonly choice: Side | undefined;
  readonly onChoose: (side: Side) => void;
  readonly context: CellContext;
}

/** One field: its base value and both versions. The kept one is marked; a conflict asks. */
export function ComparisonRow(props: ComparisonRowProps) {
  const { merged, field, label, theirsLabel, theirs, choice, onChoose, context } = props;
  const { translate } = context;
  const { name, outcome } = merged;
  const side = (which: Side) => {
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
