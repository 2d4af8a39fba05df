import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { use } from "react";
import { useAccess } from "../../providers/FactsContext.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import { loadOpenvpn, type OpenvpnState, setOpenvpn } from "../../providers/openvpn.ts";
import { refusalText } from "../../views/record/refusalText.ts";

const texts = addTexts("openvpn");

/** Whether the connection for support is open, and the one button that changes it. */
export function OpenvpnDialog({ onClose }: { onClose: () => void }) {
  use(texts);
  const translate = useTranslate();
  const mayChange = useAccess().canOpen("tool.openvpn", "update");
  const query = useQuery({ queryKey: ["openvpn"], queryFn: loadOpenvpn, retry: false });
  const { mutate, error, isPending } = useMutation({
    mutationFn: (wanted: OpenvpnState) => setOpenvpn(wanted),
    // Also after a refusal: what it is now, somebody else may have made it.
    onSettled: () => query.refetch(),
  });
  const state = query.data;
  const failure = error ?? query.error;
  return (
    <Dialog open onClose={onClose} aria-labelledby="openvpn-title" fullWidth maxWidth="xs">
      <DialogTitle id="openvpn-title">{translate("openvpn.title")}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        <Typography color="textSecondary">{translate("openvpn.about")}</Typography>
        {query.isPending && <Skeleton variant="text" width={220} aria-label={translate("openvpn.asking")} />}
        {state && (
          <Typography role="status" variant="subtitle1">
            {translate(`openvpn.${state}`)}
          </Typography>
        )}
        {failure && <Alert severity="error">{refusalText(translate, failure)}</Alert>}
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
