import Alert from "@mui/material/Alert";
import { useTranslate } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import type { RestoredValue, UnrestoredValue } from "../../providers/journal.ts";
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

const Column = DataTable.Col<RestoredValue>;

/** Each field as it is now, and as it would be again. */
export function ComparedValues({ descriptor, values, oldLabel, caption }: ComparedValuesProps) {
  const translate = useTranslate();
  const { name, fields } = descriptor;
  const context = useCellContext(name, "details");
  const show = (field: string, value: Json) => (
    <ValueCell field={field} value={value} fields={fields} context={context} />
  );
  return (
    <div className="fit scroll">
      <DataTable
        data={values}
        className="plain-table"
        caption={caption && <caption className="below-4">{caption}</caption>}
      >
        <Column
          isTitle
          label="views.journal.field"
          className="normal"
          render={({ field }) => changeLabel(translate, name, field)}
        />
        <Column label="history.restore.now" render={({ field, now }) => show(field, now)} />
        <Column label={oldLabel} render={({ field, old }) => show(field, old)} />
      </DataTable>
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
