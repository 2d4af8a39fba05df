import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { useLocale, useTranslate } from "react-admin";
import type { UploadPhase } from "./useUpload.ts";

interface UploadRunningProps {
  readonly phase: Extract<UploadPhase, { name: "running" }>;
  readonly onCancel: () => void;
}

/** Progress of the upload and of its processing. */
export function UploadRunning({ phase: { isCheck, progress }, onCancel }: UploadRunningProps) {
  const translate = useTranslate();
  const numbers = new Intl.NumberFormat(useLocale());
  const isSending = progress.sent < 1;
  return (
    <>
      <LinearProgress
        aria-label={translate("upload.progress")}
        variant="determinate"
        value={Math.round((isSending ? progress.sent : progress.share) * 100)}
      />
      <p className="upload-progress">
        {isSending
          ? translate("upload.sending", { percent: Math.round(progress.sent * 100) })
          : translate(isCheck ? "upload.checking" : "upload.storing", { lines: numbers.format(progress.lines) })}
      </p>
      <div className="upload-actions">
        <Button variant="outlined" onClick={onCancel} autoFocus>
          {translate("upload.cancel")}
        </Button>
      </div>
    </>
  );
}
