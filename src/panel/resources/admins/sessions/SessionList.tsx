import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import type { PanelRecord } from "../../../providers/rest.ts";
import { actionKey, fieldKey } from "../../../resource/labels.ts";
import { SessionFacts } from "./SessionFacts.tsx";
import { useSessionName } from "./useSessionName.ts";

interface SessionListProps {
  readonly sessions: readonly PanelRecord[];
  /** Absent where the person may only look. */
  readonly onEnd?: (session: PanelRecord) => void;
}

const name = "adminsessions";

/** What is logged in, the last used first; below each other also on a telephone. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  const translate = useTranslate();
  const nameOf = useSessionName();
  return (
    <ul className="sessions">
      {sessions.map((session) => (
        <li key={session.id}>
          <div className="sessions-text">
            <p className="sessions-name">
              <strong title={String(session.user_agent ?? "")}>{nameOf(session)}</strong>
              {session.is_current === true && (
                <span className="sessions-current">{translate(fieldKey(name, "is_current"))}</span>
              )}
            </p>
            <SessionFacts session={session} />
          </div>
          {onEnd && (
            <Button
              color="error"
              aria-label={translate("views.sessions.endNamed", { name: nameOf(session), ip: String(session.ip) })}
              onClick={() => onEnd(session)}
            >
              {translate(actionKey(name, "remove"))}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
