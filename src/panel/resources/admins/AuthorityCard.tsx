import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useNotify, useTranslate } from "ra-core";
import { getAuthority } from "../../providers/certificates.ts";
import { saveFile } from "../../providers/files.ts";
import { refusalText } from "../../views/record/refusalText.ts";

/** Saves the certificate of the authority. */
export function AuthorityCard({ adminId }: { readonly adminId: number }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => getAuthority(adminId),
    onSuccess: (file) => {
      saveFile(file);
      notify("certificates.done.authority", { type: "success", messageArgs: { file: file.name } });
    },
  });
  return (
    <>
      {error && (
        <Alert severity="error">{translate("certificates.failed", { reason: refusalText(translate, error) })}</Alert>
      )}
      <div className="details-actions">
        <Button variant="outlined" startIcon={<DownloadIcon />} loading={isPending} onClick={() => mutate()}>
          {translate("certificates.authority.download")}
        </Button>
      </div>
    </>
  );
}
