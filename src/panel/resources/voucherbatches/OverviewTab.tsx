import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useRefresh, useTranslate } from "react-admin";
import { saveFile, toFile } from "../../providers/files.ts";
import { send } from "../../providers/http.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { ShowFields } from "../../views/show/ShowFields.tsx";

/** Shows a batch, and its codes to the user who made it. */
export function OverviewTab({ descriptor, record }: CustomTabProps<"voucherbatches">) {
  const { can, isViewing } = useAccess();
  return (
    <>
      {can(descriptor, "create") && !isViewing && <Codes batch={record} />}
      <ShowFields descriptor={descriptor} record={record} />
    </>
  );
}

function Codes({ batch }: { readonly batch: RecordOf<"voucherbatches"> }) {
  const translate = useTranslate();
  const { admin } = useAccess();
  const refresh = useRefresh();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => downloadCodes(batch.id),
    // The second request would be refused.
    retry: false,
    onSuccess: saveFile,
    // Even if the file was lost on its way, the platform has noted it.
    onSettled: refresh,
  });
  const isTaken = typeof batch.downloaded_at === "string";
  const isOffered = !isTaken && batch.username === admin?.login;
  return (
    <>
      {error && (
        <Alert severity="error" className="below-12">
          {requestErrorText(translate, error)}
        </Alert>
      )}
      <Alert severity={isTaken ? "success" : isOffered ? "warning" : "info"} className="below-12">
        {translate(`vouchers.codes.${isTaken ? "taken" : isOffered ? "once" : "foreign"}`, { name: batch.username })}
        {isOffered && (
          <div>
            <Button
              variant="contained"
              startIcon={<DownloadIcon />}
              loading={isPending}
              onClick={() => mutate()}
              className="above-8"
            >
              {translate("vouchers.codes.download")}
            </Button>
          </div>
        )}
      </Alert>
    </>
  );
}

async function downloadCodes(id: number): Promise<File> {
  const response = await send({ method: "POST", path: `/api/voucherbatches/${id}/codes`, file: true });
  return toFile(response, `vouchers-${id}.csv`);
}
