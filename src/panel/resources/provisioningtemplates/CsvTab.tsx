import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { ProvisioningField } from "../../../core/telephony/deviceTemplates/provisioningFields.ts";
import type { RunReport } from "../../../core/telephony/deviceTemplates/provisioningReport.ts";
import { byteOrderMark, toCsvLine } from "../../../core/values/csv.ts";
import { headerSeparator, readCsv } from "../../../core/values/csvReader.ts";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import { LeaveDialog, useLeaveGuard } from "../../kit/LeaveDialog.tsx";
import { saveFile } from "../../providers/files.ts";
import { runFile } from "../../providers/provisioning.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import type { CustomTabProps } from "../../views/override.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { FileDrop } from "../../views/upload/FileDrop.tsx";
import uploadStyles from "../../views/upload/upload.module.css";
import { LineTable } from "./LineTable.tsx";
import { Runs } from "./Runs.tsx";
import { TemplateFaults } from "./TemplateFaults.tsx";
import { useTemplate } from "./useTemplate.ts";

type Phase =
  | { readonly name: "choosing"; readonly isStopped?: true }
  | { readonly name: "running"; readonly isDry: boolean; readonly lines: number; readonly share: number }
  | { readonly name: "done"; readonly report: RunReport }
  | { readonly name: "failed"; readonly error: unknown };

/** Runs a template for each line of a file: tried first, line by line or as a whole, with the reason of each bad line. */
export function CsvTab({ descriptor, record }: CustomTabProps<"provisioningtemplates">): ReactNode {
  const { model, faults } = useTemplate(record);
  const mayRun = useAccess().can(descriptor, "update");
  const isRunnable = model !== undefined && faults.length === 0 && model.scripts.length === 0;
  return (
    <div className="stack gap-16">
      {!isRunnable && <TemplateFaults record={record} />}
      {isRunnable && mayRun && <FileRun record={record} fields={model.fields} />}
      <Runs record={record} mayUndo={mayRun} />
    </div>
  );
}

type RunQuery = Parameters<typeof runFile>[0]["query"];

interface FileRunProps extends Pick<CustomTabProps<"provisioningtemplates">, "record"> {
  readonly fields: readonly ProvisioningField[];
}

function FileRun({ record, fields }: FileRunProps): ReactNode {
  const translate = useTranslate();
  const canPurge = useAccess().can(summaryOf("subscribers"), "delete");
  const [file, setFile] = useState<File>();
  const [pasted, setPasted] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const [isPurging, setIsPurging] = useState(false);
  const { phase, start, stop } = useRun(record.id);
  const guard = useLeaveGuard(useCallback(() => phase.name === "running", [phase.name]));
  const header = useHeader(file, pasted, fields);

  const run = (isDry: boolean) =>
    start(file ?? new File([pasted], "pasted.csv", { type: "text/csv" }), {
      report: true,
      ...(isDry ? { dry_run: true } : {}),
      ...(isWhole ? { mode: "all" } : {}),
      ...(isPurging ? { purge_existing: true } : {}),
    });
  const isChosen = file !== undefined || pasted.trim() !== "";
  const isRunning = phase.name === "running";
  return (
    <section className={`card stack gap-16 max-760 ${uploadStyles.upload}`} aria-label={translate("provisioning.file")}>
      <p>{translate("provisioning.about")}</p>
      <Columns fields={fields} header={header} />
      <FileDrop
        file={file}
        error={undefined}
        onFile={(next) => {
          setFile(next);
          setPasted("");
        }}
      />
      {!file && (
        <TextField
          label={translate("provisioning.paste")}
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
          multiline
          minRows={3}
          maxRows={12}
          size="small"
        />
      )}
      <div className="row across-16">
        <FormControlLabel
          control={<Checkbox size="small" checked={isWhole} onChange={(_, next) => setIsWhole(next)} />}
          label={translate("provisioning.whole")}
        />
        {canPurge && (
          <FormControlLabel
            control={<Checkbox size="small" checked={isPurging} onChange={(_, next) => setIsPurging(next)} />}
            label={translate("provisioning.purge")}
          />
        )}
      </div>
      <div className="row">
        <Button variant="outlined" disabled={!isChosen || isRunning} onClick={() => run(true)}>
          {translate("provisioning.check")}
        </Button>
        <Button variant="contained" disabled={!isChosen || isRunning} onClick={() => run(false)}>
          {translate("provisioning.run")}
        </Button>
        <Button startIcon={<DownloadIcon />} onClick={() => saveFile(sampleOf(record.name, fields))}>
          {translate("provisioning.sample")}
        </Button>
      </div>
      <PhaseOutcome phase={phase} isWhole={isWhole} fields={fields} onStop={stop} />
      <LeaveDialog guard={guard} text="provisioning.leave" onLeave={stop} />
    </section>
  );
}

/** A run of a template over a file, which goes on until it is done, stopped, or its screen is left. */
function useRun(id: PanelRecord["id"]) {
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<Phase>({ name: "choosing" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (file: File, query: RunQuery) => {
    const controller = new AbortController();
    running.current = controller;
    const isDry = query.dry_run === true;
    setPhase({ name: "running", isDry, lines: 0, share: 0 });
    try {
      const report = await runFile({
        id,
        file,
        query,
        signal: controller.signal,
        onProgress: (progress) => setPhase({ name: "running", isDry, ...progress }),
      });
      if (report) setPhase({ name: "done", report });
    } catch (error) {
      setPhase(controller.signal.aborted ? { name: "choosing", isStopped: true } : { name: "failed", error });
    } finally {
      if (!isDry) {
        refreshAfterWrite(queryClient);
        void queryClient.invalidateQueries({ queryKey: ["provisioningruns", id] });
      }
    }
  };
  return {
    phase,
    start: (file: File, query: RunQuery) => void run(file, query),
    stop: () => running.current?.abort(),
  };
}

interface PhaseOutcomeProps {
  readonly phase: Phase;
  /** The file is stored as a whole or not at all. */
  readonly isWhole: boolean;
  readonly fields: readonly ProvisioningField[];
  readonly onStop: () => void;
}

/** How far a run is, and what came of it. */
function PhaseOutcome({ phase, isWhole, fields, onStop }: PhaseOutcomeProps): ReactNode {
  const translate = useTranslate();
  const locale = useLocale();
  if (phase.name === "running")
    return (
      <div>
        <LinearProgress
          aria-label={translate("upload.progress")}
          variant="determinate"
          value={Math.round(phase.share * 100)}
        />
        <p>
          {translate(phase.isDry ? "provisioning.checking" : "provisioning.running", {
            lines: new Intl.NumberFormat(locale).format(phase.lines),
          })}
        </p>
        <Button variant="outlined" onClick={onStop}>
          {translate("provisioning.stop")}
        </Button>
      </div>
    );
  if (phase.name === "failed")
    return (
      <Alert severity="error" role="alert">
        {requestErrorText(translate, phase.error)}
      </Alert>
    );
  if (phase.name === "done")
    return (
      <>
        <Summary report={phase.report} />
        <LineTable report={phase.report} fields={fields} />
      </>
    );
  return phase.isStopped ? (
    <Alert severity="info" role="status">
      {translate(isWhole ? "provisioning.stoppedWhole" : "provisioning.stopped")}
    </Alert>
  ) : null;
}

function Summary({ report }: { readonly report: RunReport }): ReactNode {
  const translate = useTranslate();
  const { is_dry_run: isDry, is_stored: isStored, good, failed } = report;
  const severity = failed === 0 ? "success" : isStored || isDry ? "warning" : "error";
  return (
    <Alert severity={severity} role="status">
      <p>{translate(isDry || !isStored ? "provisioning.good" : "provisioning.created", { smart_count: good })}</p>
      {failed > 0 && <p>{translate("provisioning.failed", { smart_count: failed })}</p>}
      {!isStored && <p>{translate("upload.nothingYet")}</p>}
    </Alert>
  );
}

/** The names in the first line; undefined until there is one. */
function useHeader(
  file: File | undefined,
  pasted: string,
  fields: readonly ProvisioningField[],
): readonly string[] | undefined {
  const [read, setRead] = useState<{ readonly file: File; readonly text: string }>();
  useEffect(() => {
    // Longer than any header is.
    if (file)
      void file
        .slice(0, 16_384)
        .text()
        .then((text) => setRead({ file, text }));
  }, [file]);
  const fieldNames = new Set(fields.map(({ name }) => name.toLowerCase()));
  const text = file ? (read?.file === file ? read.text : "") : pasted;
  for (const { cells } of readCsv(
    text,
    headerSeparator(text, (name) => fieldNames.has(name)),
  ))
    return cells.map((cell) => cell.trim());
  return undefined;
}

interface ColumnsProps {
  readonly fields: readonly ProvisioningField[];
  readonly header: readonly string[] | undefined;
}

const Column = DataTable.Col<ProvisioningField>;

/** The fields of the template, and which of them the file has. */
function Columns({ fields, header }: ColumnsProps): ReactNode {
  const translate = useTranslate();
  const headerNames = new Set(header?.map((name) => name.toLowerCase()));
  const fieldNames = new Set(fields.map(({ name }) => name.toLowerCase()));
  const ignored = header?.filter((name) => !fieldNames.has(name.toLowerCase())) ?? [];
  return (
    <>
      <DataTable data={fields} className="plain-table" aria-label={translate("provisioning.columns")}>
        <Column label="upload.column" render={({ name }) => <code>{name}</code>} />
        <Column label="provisioning.field" render={({ label, required }) => (required ? `${label} *` : label)} />
        <Column
          label="provisioning.inFile"
          render={({ name }) =>
            header && translate(headerNames.has(name.toLowerCase()) ? "provisioning.isThere" : "provisioning.isMissing")
          }
        />
      </DataTable>
      {ignored.length > 0 && <p>{translate("provisioning.ignored", { names: ignored.join(", ") })}</p>}
    </>
  );
}

/** A file with the names of the fields and an empty line below them. */
function sampleOf(name: string, fields: readonly ProvisioningField[]): File {
  const lines = [fields.map((field) => field.name), fields.map((field) => exampleOf(field))].map(toCsvLine);
  return new File([byteOrderMark, ...lines], `${name}.csv`, { type: "text/csv;charset=utf-8" });
}

function exampleOf({ kind, options, default: usual, label }: ProvisioningField): string {
  if (usual !== undefined && usual !== null) return String(usual);
  if (options?.[0]) return options[0].value;
  return kind === "boolean" ? "0" : kind === "integer" || kind === "decimal" ? "1" : label;
}
