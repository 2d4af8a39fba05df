import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDelete, useGetList, useNotify, useTranslate } from "react-admin";
import { Value } from "../../kinds/Value.tsx";
import { Confirm } from "../../kit/Confirm.tsx";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { actionKey, fieldKey } from "../../navigation/labels.ts";
import { send } from "../../providers/http.ts";
import { logOut } from "../../providers/login.ts";
import { collectionPath, type RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { useCellContext } from "../../views/useCellContext.ts";
import styles from "./sessions.module.css";

const name = "adminsessions";
type Session = RecordOf<typeof name>;
/** More than anyone has; expired ones are removed on each login. */
const MAX_SESSIONS = 200;

/** An administrator's sessions, and the actions to end them. */
export function SessionsTab({ record }: CustomTabProps<"admins">) {
  const translate = useTranslate();
  const notify = useNotify();
  const access = useAccess();
  const queryClient = useQueryClient();
  const sessionName = useSessionName();
  const [ending, setEnding] = useState<Session | "others" | null>(null);
  const [end] = useDelete<Session>();
  const sessions = useGetList<Session>(name, {
    pagination: { page: 1, perPage: MAX_SESSIONS },
    sort: { field: "last_seen_at", order: "DESC" },
    filter: { admin_id: record.id },
  });
  const { data, error } = sessions;
  if (error || !data)
    return <LoadState query={sessions} loading={<p role="status">{translate("views.details.loading")}</p>} />;

  const onEnded = () => {
    notify("views.sessions.ended", { type: "success" });
    refreshAfterWrite(queryClient);
  };
  const onError = (error: unknown) => notify(requestErrorText(translate, error), { type: "error" });
  const confirm = () => {
    setEnding(null);
    if (ending === "others") endOtherSessions(record.id).then(onEnded, onError);
    // Ending the own session is a logout.
    else if (ending?.is_current) void logOut();
    else if (ending) void end(name, { id: ending.id, previousData: ending }, { onSuccess: onEnded, onError });
  };
  const isOwn = data.some(({ is_current }) => is_current === true);
  const canEnd = access.can(summaryOf(name), "delete");
  const hasOthers = data.some(({ is_current }) => is_current !== true);
  const what = ending === "others" || !ending ? (isOwn ? "others" : "all") : ending.is_current ? "current" : "one";
  const endOthers = translate(`views.sessions.end.${isOwn ? "others" : "all"}`);
  const label = ending === "others" ? endOthers : translate(`resources.${name}.actions.remove`);
  return (
    <section aria-label={translate("views.sessions.tab")}>
      {canEnd && hasOthers && (
        <div className="row at-end below-8">
          <Button variant="outlined" color="error" onClick={() => setEnding("others")}>
            {endOthers}
          </Button>
        </div>
      )}
      {data.length === 0 ? (
        <p className="quiet">{translate("views.sessions.none")}</p>
      ) : (
        <SessionList sessions={data} onEnd={canEnd ? setEnding : undefined} />
      )}
      <Confirm
        isOpen={ending !== null}
        title={label}
        content={translate(`views.sessions.question.${what}`, {
          name: ending && ending !== "others" ? sessionName(ending) : "",
          login: record.login,
        })}
        confirm={label}
        cancel="views.remove.cancel"
        onConfirm={confirm}
        onClose={() => setEnding(null)}
      />
    </section>
  );
}

interface SessionListProps {
  readonly sessions: readonly Session[];
  /** Absent for read-only users. */
  readonly onEnd?: (session: Session) => void;
}

/** Sessions, last used first; stacked on a phone. */
function SessionList({ sessions, onEnd }: SessionListProps) {
  const translate = useTranslate();
  const nameOf = useSessionName();
  return (
    <ul className="card divided">
      {sessions.map((session) => (
        <li key={session.id} className="row gap-4 across-16 middle pad-12-16">
          <div className={styles.text}>
            <p className="row gap-2 across-8 middle anywhere">
              <strong title={session.user_agent ?? ""}>{nameOf(session)}</strong>
              {session.is_current === true && (
                <span className={`tag ${styles.current}`}>{translate(fieldKey(name, "is_current"))}</span>
              )}
            </p>
            <SessionFacts session={session} />
          </div>
          {onEnd && (
            <Button
              color="error"
              aria-label={translate("views.sessions.endNamed", { name: nameOf(session), ip: session.ip })}
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

const facts = [
  ["ip", "text"],
  ["last_seen_at", "dateTime"],
  ["created_at", "dateTime"],
] as const;

/** Shows a session's origin and time, by which users recognize their own. */
function SessionFacts({ session }: { session: Session }) {
  const context = useCellContext("adminsessions", "details");
  return (
    <SimpleShowLayout className={`row pairs gap-2 across-24 quiet ${styles.facts}`}>
      {facts.map(([source, kind]) => (
        <Labeled key={source} label={fieldKey("adminsessions", source)}>
          <Value kind={kind} value={session[source]} source={source} record={session} context={context} />
        </Labeled>
      ))}
    </SimpleShowLayout>
  );
}

/** A readable session name: "Firefox on Linux". */
function useSessionName(): (session: Session) => string {
  const translate = useTranslate();
  return ({ program, system }) => {
    const name = program || translate("views.sessions.unknown");
    return system ? translate("views.sessions.name", { program: name, system }) : name;
  };
}

/** Ends all sessions of an administrator except the requesting one. */
async function endOtherSessions(adminId: number | string): Promise<void> {
  await send({ method: "DELETE", path: collectionPath("adminsessions"), query: { admin_id: adminId } });
}
