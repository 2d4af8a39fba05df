import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useMutation, useQuery } from "@tanstack/react-query";
import { use } from "react";
import { useTranslate } from "react-admin";
import { isObject } from "../../core/schema/isObject.ts";
import { send } from "../providers/http.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { requestErrorText } from "../views/requestErrorText.ts";

const texts = addTexts("openvpn");

/** The state of the support connection, and the button that toggles it. */
export function OpenvpnDialog({ onClose }: { onClose: () => void }) {
  use(texts);
  const translate = useTranslate();
  const mayChange = useAccess().canOpen("tool.openvpn", "update");
  const query = useQuery({ queryKey: ["openvpn"], queryFn: loadOpenvpnState, retry: false });
  const { mutate, error, isPending } = useMutation({
    mutationFn: (newState: OpenvpnState) => updateOpenvpnState(newState),
    // Also after an error: someone else may have changed the state.
    onSettled: () => query.refetch(),
  });
  const state = query.data;
  const failure = error ?? query.error;
  return (
    <Dialog open onClose={onClose} aria-labelledby="openvpn-title" fullWidth maxWidth="xs">
      <DialogTitle id="openvpn-title">{translate("openvpn.title")}</DialogTitle>
      <DialogContent className="stack">
        <Typography color="textSecondary">{translate("openvpn.about")}</Typography>
        {query.isPending && <Skeleton variant="text" width={220} aria-label={translate("openvpn.asking")} />}
        {state && (
          <Typography role="status" variant="subtitle1">
            {translate(`openvpn.${state}`)}
          </Typography>
        )}
        {failure && <Alert severity="error">{requestErrorText(translate, failure)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate("app.notice.close")}</Button>
        {state && mayChange && (
          <Button variant="contained" loading={isPending} onClick={() => mutate(state === "open" ? "closed" : "open")}>
            {translate(state === "open" ? "openvpn.close" : "openvpn.doOpen")}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

export type OpenvpnState = "open" | "closed";

const path = "/api/openvpn";

async function loadOpenvpnState(): Promise<OpenvpnState> {
  return parseState((await send({ path })).body);
}

/** Rejects with the platform's error, also when already in that state. */
async function updateOpenvpnState(state: OpenvpnState): Promise<OpenvpnState> {
  // The platform calls a program of the operator's, twice.
  return parseState((await send({ method: "PUT", path, body: { state }, timeout: 30_000 })).body);
}

function parseState(body: unknown): OpenvpnState {
  const state = isObject(body) ? body.state : undefined;
  if (state !== "open" && state !== "closed") throw new Error("openvpn should have a state");
  return state;
}
