import Alert from "@mui/material/Alert";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { RestoredValue, UnrestoredValue } from "../../providers/journal.ts";
import { TableHead } from "../../ui/TableHead.tsx";
import { useCellContext } from "../useCellContext.ts";
import { changeLabel } from "./changeLabel.ts";
import { ValueCell } from "./ValueCell.tsx";

interface ComparedValuesProps {
  readonly descriptor: ResourceDescriptor;
  readonly values: readonly RestoredValue[];
  /** Heading of the values that come back. */
  readonly oldLabel: string;
  readonly caption?: string;
}

/** Each field as it is now, and as it would be again. */
export function ComparedValues({ descriptor, values, oldLabel, caption }: ComparedValuesProps) {
  const translate = useTranslate();
  const { name, fields } = descriptor;
  const context = useCellContext(name, "details");
  return (
    <div className="fit scroll">
      <table className="plain-table">
        {caption && <caption className="below-4">{caption}</caption>}
        <TableHead headings={[translate("views.journal.field"), translate("history.restore.now"), oldLabel]} />
        <tbody>
          {values.map(({ field, now, old }) => (
            <tr key={field}>
              <th scope="row" className="normal">
                {changeLabel(translate, name, field)}
              </th>
              <td>
                <ValueCell field={field} value={now} fields={fields} context={context} />
              </td>
              <td>
                <ValueCell field={field} value={old} fields={fields} context={context} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const reasons = ["secret", "file", "fixed", "forbidden"];

/** Lists the values that are not restored, and why. */
export function UnrestoredValues({
  resource,
  values,
}: {
  readonly resource: string;
  readonly values: readonly UnrestoredValue[];
}) {
  const translate = useTranslate();
  return reasons.map((reason) => {
    const names = values.filter((value) => value.reason === reason);
    if (names.length === 0) return null;
    const fields = names.map(({ field }) => changeLabel(translate, resource, field)).join(", ");
    return (
      <Alert key={reason} severity="info">
        {translate(`history.left.${reason}`, { fields })}
      </Alert>
    );
  });
}
