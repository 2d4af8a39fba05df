import Button from "@mui/material/Button";
import { Value } from "../../../kinds/Value.tsx";
import type { PanelRecord } from "../../../providers/rest.ts";
import { actionKey, fieldKey } from "../../../resource/labels.ts";
import { useCellContext } from "../../../views/useCellContext.ts";
import { useSessionName } from "./useSessionName.ts";

interface SessionsTableProps {
  readonly sessions: readonly PanelRecord[];
  /** Absent where the person may only look. */
  readonly onEnd?: (session: PanelRecord) => void;
}

const name = "adminsessions";
const times = ["last_seen_at", "created_at"] as const;

export function SessionsTable({ sessions, onEnd }: SessionsTableProps) {
  const context = useCellContext(name, "list");
  const { translate } = context;
  const nameOf = useSessionName();
  return (
    <div className="list-box sessions">
      <table className="list-table">
        <caption className="sr-only">{translate("views.sessions.tab")}</caption>
        <thead>
          <tr>
            <th scope="col">{translate(fieldKey(name, "program"))}</th>
            <th scope="col">{translate(fieldKey(name, "ip"))}</th>
            {times.map((source) => (
              <th key={source} scope="col">
                {translate(fieldKey(name, source))}
              </th>
            ))}
            {onEnd && (
              <th scope="col">
                <span className="sr-only">{translate("views.list.actions")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id} data-id={session.id}>
              <th scope="row" className="list-title" title={String(session.user_agent ?? "")}>
                {nameOf(session)}{" "}
                {session.is_current === true && (
                  <span className="sessions-current">{translate(fieldKey(name, "is_current"))}</span>
                )}
              </th>
              <td>{String(session.ip)}</td>
              {times.map((source) => (
                <td key={source}>
                  <Value kind="dateTime" value={session[source]} source={source} record={session} context={context} />
                </td>
              ))}
              {onEnd && (
                <td className="sessions-end">
                  <Button
                    size="small"
                    color="error"
                    aria-label={translate("views.sessions.endNamed", {
                      name: nameOf(session),
                      ip: String(session.ip),
                    })}
                    onClick={() => onEnd(session)}
                  >
                    {translate(actionKey(name, "remove"))}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
