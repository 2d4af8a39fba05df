import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useDelete, useGetList, useNotify, useTranslate } from "ra-core";
import { useState } from "react";
import { useAccess } from "../../providers/FactsContext.tsx";
import { logOut } from "../../providers/logout.ts";
import { summaryOf } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { endOtherSessions } from "../../providers/sessions.ts";
import type { OwnTabProps } from "../../views/details/override.ts";
import { ConfirmDialog } from "../../views/form/ConfirmDialog.tsx";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { Problem } from "../../views/Problem.tsx";
import { refusalText } from "../../views/record/refusalText.ts";
import { SessionList } from "./sessions/SessionList.tsx";
import { useSessionName } from "./sessions/useSessionName.ts";
import "./sessions/sessions.css";

const name = "adminsessions";
/** More than anybody has; what expired goes with each login. */
const atMost = 200;

/** Where an administrator is logged in, and the way to end that. */
export function SessionsTab({ record }: OwnTabProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const access = useAccess();
  const queryClient = useQueryClient();
  const sessionName = useSessionName();
  const [ending, setEnding] = useState<PanelRecord | "others" | null>(null);
  const [end] = useDelete<PanelRecord>();
  const { data, error, refetch } = useGetList<PanelRecord>(name, {
    pagination: { page: 1, perPage: atMost },
    sort: { field: "last_seen_at", order: "DESC" },
    filter: { admin_id: record.id },
  });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{translate("views.details.loading")}</p>;

  const onEnded = () => {
    notify("views.sessions.ended", { type: "success" });
    refreshAfterWrite(queryClient);
  };
  const onError = (refusal: unknown) => notify(refusalText(translate, refusal), { type: "error" });
  const confirm = () => {
    setEnding(null);
    if (ending === "others") endOtherSessions(record.id).then(onEnded, onError);
    // To end the own one is to log out.
    else if (ending?.is_current) void logOut();
    else if (ending) void end(name, { id: ending.id, previousData: ending }, { onSuccess: onEnded, onError });
  };
  const isOwn = data.some(({ is_current }) => is_current === true);
  const canEnd = access.can(summaryOf(name), "delete");
  const hasOthers = data.some(({ is_current }) => is_current !== true);
  const what = ending === "others" || !ending ? (isOwn ? "others" : "all") : ending.is_current ? "current" : "one";
  const others = translate(`views.sessions.end.${isOwn ? "others" : "all"}`);
  const label = ending === "others" ? others : translate(`resources.${name}.actions.remove`);
  return (
    <section aria-label={translate("views.sessions.tab")}>
      {canEnd && hasOthers && (
        <div className="details-ways">
          <Button variant="outlined" color="error" onClick={() => setEnding("others")}>
            {others}
          </Button>
        </div>
      )}
      {data.length === 0 ? (
        <p className="cell-quiet">{translate("views.sessions.none")}</p>
      ) : (
        <SessionList sessions={data} onEnd={canEnd ? setEnding : undefined} />
      )}
      <ConfirmDialog
        isOpen={ending !== null}
        title={label}
        text={translate(`views.sessions.question.${what}`, {
          name: ending && ending !== "others" ? sessionName(ending) : "",
          login: String(record.login),
        })}
        confirmLabel={label}
        cancelLabel={translate("views.remove.cancel")}
        onConfirm={confirm}
        onCancel={() => setEnding(null)}
      />
    </section>
  );
}
