import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import LinearProgress from "@mui/material/LinearProgress";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { useEffect, useId, useRef, useState } from "react";
import { HttpError, useDataProvider, useListContext, useLocale, useTranslate } from "react-admin";
import { exportColumns } from "../../../../core/api/exportCells.ts";
import type { ResourceDescriptor } from "../../../../core/schema/descriptor.ts";
import { formatDate } from "../../../../core/values/dateTime.ts";
import { browserZone } from "../../../kinds/time/browserZone.ts";
import { activeFilter, isEstimate } from "../../../kit/list/useListState.ts";
import { nameKey } from "../../../navigation/labels.ts";
import type { PanelDataProvider } from "../../../providers/dataProvider.ts";
import { hasExtension } from "../../../providers/extensions.ts";
import { saveFile } from "../../../providers/files.ts";
import { failureKeys, send } from "../../../providers/http.ts";
import { type Access, useAccess } from "../../../providers/StartupDataContext.tsx";
import { type Column, isColumnReadable, shownColumns, toColumn } from "../columns.ts";
import { useChosenColumns } from "../savedViews/useChosenColumns.ts";
import { type ExportOptions, type ExportProgress, exportList } from "./exportList.ts";

interface ExportDialogProps {
  readonly descriptor: ResourceDescriptor;
  /** All columns that the user may see. */
  readonly columns: readonly Column[];
  readonly onClose: () => void;
}

/** Asks how to export a list, and does it; closing the dialog cancels a running export. */
export function ExportDialog({ descriptor, columns, onClose }: ExportDialogProps) {
  const list = useListContext();
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const titleId = useId();
  const choiceId = useId();
  const markId = useId();
  const { phase, start } = useExport();
  const [isAll, setIsAll] = useState(false);
  const [hasMark, setHasMark] = useState(true);
  const visibleColumns = shownColumns(columns, useChosenColumns(descriptor.name, columns).chosen);
  const name = translate(nameKey(descriptor.name), { smart_count: 2 });
  const totalText = list.total === undefined ? "?" : new Intl.NumberFormat(locale).format(list.total);
  const count = isEstimate(list) ? translate("views.pager.about", { count: totalText }) : totalText;
  const hasTimes = (isAll ? columns : visibleColumns).some(({ kind }) => kind === "dateTime");
  const run = () => {
    const listed = isAll ? columns : visibleColumns;
    const exportedColumns = [...listed, ...importColumns(descriptor, access, listed)];
    const options = {
      descriptor,
      params: { sort: list.sort, filter: activeFilter(list) },
      columns: exportedColumns,
      headings: exportedColumns.map(({ labelKey }) => translate(labelKey, { smart_count: 1 })),
      zone: browserZone(),
      hasMark,
    };
    start(options, list.total);
  };
  const isOver = phase.name === "done";
  const isRunning = phase.name === "running";
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate("lists.export.title", { name })}</DialogTitle>
      <DialogContent>
        {!isRunning && !isOver && (
          <>
            <DialogContentText className="below-16">
              {translate("lists.export.count", { smart_count: list.total ?? 2, count })}
              {hasTimes && ` ${translate("lists.export.zone", { zone: browserZone() })}`}
            </DialogContentText>
            <FormControl fullWidth>
              <FormLabel id={choiceId}>{translate("lists.export.columns")}</FormLabel>
              <RadioGroup
                aria-labelledby={choiceId}
                value={isAll ? "all" : "shown"}
                onChange={(_, value) => setIsAll(value === "all")}
              >
                <FormControlLabel
                  value="shown"
                  control={<Radio size="small" />}
                  label={translate("lists.export.shown", { count: visibleColumns.length })}
                />
                <FormControlLabel
                  value="all"
                  control={<Radio size="small" />}
                  label={translate("lists.export.all", { count: columns.length })}
                />
              </RadioGroup>
            </FormControl>
            <FormControlLabel
              className="flex above-8"
              control={
                <Checkbox
                  size="small"
                  checked={hasMark}
                  onChange={(_, isOn) => setHasMark(isOn)}
                  slotProps={{ input: { "aria-describedby": markId } }}
                />
              }
              label={translate("lists.export.mark")}
            />
            <FormHelperText id={markId}>{translate("lists.export.markHelp")}</FormHelperText>
          </>
        )}
        <ExportState phase={phase} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus={isOver}>
          {translate(isOver ? "lists.export.close" : "lists.cancel")}
        </Button>
        {!isOver && (
          <Button variant="contained" onClick={run} loading={isRunning} autoFocus>
            {translate(phase.name === "failed" ? "lists.export.retry" : "lists.export.start")}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Further columns of the resource's import files: with them an export can be imported again. */
function importColumns(descriptor: ResourceDescriptor, access: Access, columns: readonly Column[]): Column[] {
  const missing = exportColumns(descriptor).filter(
    ({ source }) =>
      descriptor.csv?.columns.some((column) => column.source === source) &&
      columns.every((column) => column.source !== source) &&
      isColumnReadable(descriptor, access, source),
  );
  return missing.map(({ source, kind }) => toColumn(descriptor, { source, kind, sortable: false, inlineEdit: false }));
}

/** The progress of an export, or its result. */
function ExportState({ phase }: { phase: ExportPhase }) {
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

type ExportPhase =
  | { readonly name: "asking" }
  | { readonly name: "running"; readonly progress: ExportProgress }
  | { readonly name: "done"; readonly rows: number }
  /** `message` is a text or a message key. */
  | { readonly name: "failed"; readonly message: string };

/** An export in progress; aborted on unmount. */
function useExport(): { phase: ExportPhase; start: (options: ExportOptions, total: number | undefined) => void } {
  const provider = useDataProvider<PanelDataProvider>();
  const [phase, setPhase] = useState<ExportPhase>({ name: "asking" });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async (options: ExportOptions, total: number | undefined) => {
    const running = new AbortController();
    controller.current = running;
    const { signal } = running;
    let progress: ExportProgress = { rows: 0, total };
    const onProgress = (next: ExportProgress) => {
      progress = next;
      setPhase({ name: "running", progress });
    };
    onProgress(progress);
    try {
      const file = await exportList({ send, provider, isOffered: hasExtension }, options, { signal, onProgress });
      saveFile(new File([file], fileName(options.descriptor.name), { type: file.type }));
      setPhase({ name: "done", rows: progress.rows });
    } catch (error) {
      if (signal.aborted) return;
      // A broken connection is no response from the platform, and carries no message.
      setPhase({ name: "failed", message: error instanceof HttpError ? error.message : failureKeys.network });
    }
  };
  return { phase, start: (options, total) => void start(options, total) };
}

/** `customers-2026-01-31.csv`, in the user's time zone. */
function fileName(resource: string): string {
  return `${resource}-${formatDate(new Date(), browserZone()).replaceAll("/", "-")}.csv`;
}
