import type { FieldDescriptor, Json } from "../../../core/descriptor.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { Value } from "../../kinds/Value.tsx";
import type { JournalChange, JournalEntry } from "../../providers/journal.ts";
import { fieldKey } from "../../resource/labels.ts";

interface JournalItemProps {
  readonly entry: JournalEntry;
  readonly fields: readonly FieldDescriptor[];
  readonly context: CellContext;
}

/** One change: who, when, and each field before and after. */
export function JournalItem({ entry, fields, context }: JournalItemProps) {
  const { translate } = context;
  const { operation, timestamp, username, changes } = entry;
  const hasBefore = operation !== "create";
  const show = (change: JournalChange, value: Json) => {
    const field = fields.find(({ name }) => name === change.field);
    return (
      <Value
        kind={field?.kind ?? "text"}
        value={field ? value : textOf(value)}
        source={change.field}
        record={{ [change.field]: value }}
        field={field}
        context={context}
      />
    );
  };
  return (
    <li>
      <p className="journal-head">
        <strong>{translate(`views.journal.operation.${operation}`, { _: operation })}</strong>{" "}
        {username ?? translate("views.journal.nobody")}{" "}
        <span className="cell-quiet">
          <Value kind="dateTime" value={timestamp} source="timestamp" record={{ timestamp }} context={context} />
        </span>
      </p>
      {operation === "reveal" && (
        <p>{changes.map(({ field }) => translate(fieldKey(context.resource, field), { _: field })).join(", ")}</p>
      )}
      {operation === "listen" && <p>{translate("views.journal.listened", afterOf(changes))}</p>}
      {operation !== "reveal" && operation !== "listen" && changes.length > 0 && (
        <table className="cell-table">
          <thead>
            <tr>
              <th scope="col">{translate("views.journal.field")}</th>
              {hasBefore && <th scope="col">{translate("views.journal.before")}</th>}
              <th scope="col">{translate("views.journal.after")}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">{translate(fieldKey(context.resource, change.field), { _: change.field })}</th>
                {hasBefore && <td>{show(change, change.before)}</td>}
                <td>{show(change, change.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}

/** What an entry notes beside the operation, by name. */
function afterOf(changes: readonly JournalChange[]): Record<string, Json> {
  return Object.fromEntries(changes.map(({ field, after }) => [field, after]));
}

/** For a field without a schema, such as a preference, only the text is known. */
function textOf(value: Json): Json {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
