import Alert from "@mui/material/Alert";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useLocale, useTranslate } from "react-admin";
import type { ExportPhase } from "./useExport.ts";

/** The progress of an export, or its result. */
export function ExportState({ phase }: { phase: ExportPhase }) {
  const translate = useTranslate();
  const format = new Intl.NumberFormat(useLocale());
  switch (phase.name) {
    case "asking":
      return null;
    case "running": {
      const { rows, total } = phase.progress;
      const values = { rows: format.format(rows), total: total === undefined ? "?" : format.format(total) };
      return (
        <>
          <LinearProgress
            aria-label={translate("lists.export.progress")}
            variant={total ? "determinate" : "indeterminate"}
            value={total ? Math.min((rows / total) * 100, 100) : undefined}
          />
          <Typography variant="body2" color="textSecondary" className="above-8">
            {translate("lists.export.running", values)}
          </Typography>
        </>
      );
    }
    case "done":
      return (
        <Alert severity="success" role="status">
          {translate("lists.export.done", { smart_count: phase.rows, count: format.format(phase.rows) })}
        </Alert>
      );
    case "failed":
      return (
        <Alert severity="error" role="alert" className="above-16">
          {translate("lists.export.failed")} {translate(phase.message, { _: phase.message })}
        </Alert>
      );
  }
}
