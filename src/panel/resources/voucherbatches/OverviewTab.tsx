import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useRefresh, useTranslate } from "react-admin";
import { useAccess } from "../../providers/FactsContext.tsx";
import { saveFile, toFile } from "../../providers/files.ts";
import { send } from "../../providers/http.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { Facts } from "../../views/details/Facts.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { refusalText } from "../../views/record/refusalText.ts";

/** What was made, and its codes for whoever made it. */
export function OverviewTab({ descriptor, record }: OwnTabProps) {
  const { can, isViewing } = useAccess();
  return (
    <>
      {can(descriptor, "create") && !isViewing && <Codes batch={record} />}
      <Facts descriptor={descriptor} record={record} />
    </>
  );
}

function Codes({ batch }: { readonly batch: PanelRecord }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => downloadCodes(batch.id),
    // The second request would be refused.
    retry: false,
    onSuccess: (file) => {
      saveFile(file);
      refresh();
    },
  });
  if (batch.downloaded_at) return <Alert severity="success">{translate("vouchers.codes.taken")}</Alert>;
  if (batch.is_own !== true)
    return <Alert severity="info">{translate("vouchers.codes.foreign", { name: batch.username })}</Alert>;
  return (
    <>
      <Alert
        severity="warning"
        action={
          <Button
            variant="contained"
            color="primary"
            startIcon={<DownloadIcon />}
            loading={isPending}
            onClick={() => mutate()}
          >
            {translate("vouchers.codes.download")}
          </Button>
        }
      >
        {translate("vouchers.codes.once")}
      </Alert>
      {error && <Alert severity="error">{refusalText(translate, error)}</Alert>}
    </>
  );
}

async function downloadCodes(id: PanelRecord["id"]): Promise<File> {
  const answer = await send({ method: "POST", path: `/api/voucherbatches/${id}/codes`, file: true });
  return toFile(answer, `vouchers-${id}.csv`);
}
