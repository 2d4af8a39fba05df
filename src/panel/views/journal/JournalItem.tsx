import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import type { JournalOperation } from "../../../core/api/journalOperations.ts";
import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { Value } from "../../kinds/Value.tsx";
import type { JournalChange, JournalEntry } from "../../providers/journal.ts";
import { TableHead } from "../../ui/TableHead.tsx";
import { authorText } from "../show/authorText.ts";
import { changeLabel } from "./changeLabel.ts";
import styles from "./history.module.css";
import type { RestoreRequest } from "./RestoreDialog.tsx";
import { ValueCell } from "./ValueCell.tsx";

interface JournalItemProps {
  readonly entry: JournalEntry;
  readonly fields: readonly FieldDescriptor[];
  readonly context: CellContext;
  /** The record, where the list has several. */
  readonly subject?: ReactNode;
  /** More after the time. */
  readonly links?: ReactNode;
  /** Whether the journal of all records can be opened. */
  readonly hasPage: boolean;
  readonly onRestore: (restoring: RestoreRequest) => void;
}

/** One change: who, when, and each field before and after, with what can be restored. */
export function JournalItem({ entry, fields, context, subject, links, hasPage, onRestore }: JournalItemProps) {
  const { translate } = context;
  const { id, operation, timestamp, changes, restorable, returns, restoredId } = entry;
  const isAccess = accesses.some((access) => access === operation);
  const hasBefore = operation !== "create";
  // Deleted records have no values; terminated ones have some.
  const hasAfter = operation !== "delete" || changes.some(({ after }) => after !== null);
  const hasFields = restorable.length > 0 && changes.length > 1;
  const time = <Value kind="dateTime" value={timestamp} source="timestamp" record={{ timestamp }} context={context} />;
  return (
    <li>
      <div className={`row gap-4 across-16 top between ${styles.top}`}>
        <p className={`below-4 ${styles.head}`}>
          <strong>
            {restoredId === null
              ? translate(`views.journal.operation.${operation}`, { _: operation })
              : translate("history.operation.restore")}
          </strong>{" "}
          {subject} {authorText(entry, translate)}{" "}
          <span className="quiet">
            {hasPage ? (
              <Link component={RouterLink} to={`/journal?entry=${id}`} color="inherit">
                {time}
              </Link>
            ) : (
              time
            )}
          </span>
          {restoredId !== null && (
            <span className="pad-inline-8 unbroken">
              {hasPage ? (
                <Link component={RouterLink} to={`/journal?entry=${restoredId}`}>
                  {translate("history.restores", { id: restoredId })}
                </Link>
              ) : (
                translate("history.restores", { id: restoredId })
              )}
            </span>
          )}
          {links}
        </p>
        {returns && (
          <Button size="small" variant="outlined" onClick={() => onRestore({ entry: id, isRecord: true })}>
            {translate("history.restore.record")}
          </Button>
        )}
        {restorable.length > 0 && (
          <Button size="small" variant="outlined" onClick={() => onRestore({ entry: id, isRecord: false })}>
            {translate("history.restore.values")}
          </Button>
        )}
      </div>
      {operation === "reveal" && (
        <p>{changes.map(({ field }) => changeLabel(translate, context.resource, field)).join(", ")}</p>
      )}
      {operation === "listen" && <p>{translate("views.journal.listened", afterOf(changes))}</p>}
      {isAccess && <p>{accessText(translate, changes)}</p>}
      {operation !== "reveal" && operation !== "listen" && !isAccess && changes.length > 0 && (
        <table className="plain-table cards">
          <TableHead
            headings={[
              translate("views.journal.field"),
              hasBefore && translate("views.journal.before"),
              hasAfter && translate("views.journal.after"),
            ]}
          >
            {hasFields && <td />}
          </TableHead>
          <tbody>
            {changes.map(({ field, before, after }) => {
              const name = changeLabel(translate, context.resource, field);
              const show = (value: Json) => <ValueCell field={field} value={value} fields={fields} context={context} />;
              return (
                <tr key={field}>
                  <th scope="row">{name}</th>
                  {hasBefore && <td data-label={translate("views.journal.before")}>{show(before)}</td>}
                  {hasAfter && <td data-label={translate("views.journal.after")}>{show(after)}</td>}
                  {hasFields && (
                    <td className={`text-end ${styles.action}`}>
                      {restorable.includes(field) && (
                        <Button
                          size="small"
                          aria-label={translate("history.restore.fieldOf", { field: name })}
                          onClick={() => onRestore({ entry: id, fields: [field], isRecord: false })}
                        >
                          {translate("history.restore.field")}
                        </Button>
                      )}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </li>
  );
}

/** Somebody logged in, tried to, or logged out. */
const accesses: readonly JournalOperation[] = ["login", "login_failed", "logout", "password_reset"];

/** From where, and by what: "From 192.0.2.1, password". */
function accessText(translate: CellContext["translate"], changes: readonly JournalChange[]): string {
  const { ip, by } = afterOf(changes);
  return translate("views.journal.access", { ip, means: translate(`views.journal.means.${by}`, { _: by }) });
}

/** Returns an entry's notes on the operation by name. */
function afterOf(changes: readonly JournalChange[]): Record<string, Json> {
  return Object.fromEntries(changes.map(({ field, after }) => [field, after]));
}
