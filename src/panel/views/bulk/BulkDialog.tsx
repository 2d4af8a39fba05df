import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useEvent, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { useLeaveGuard } from "../../kit/LeaveDialog.tsx";
import { nameKey } from "../../navigation/labels.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useCounted } from "../../providers/useCounted.ts";
import { LoadError } from "../LoadError.tsx";
import { bulkActionText } from "../recordActions/actionTexts.ts";
import type { BulkAction } from "../recordActions/bulkActions.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { BulkOutcome } from "./BulkOutcome.tsx";
import { BulkPreview } from "./BulkPreview.tsx";
import type { PlannedRow } from "./bulkPlan.ts";
import { type BulkSource, useBulkRecords } from "./bulkRecords.ts";
import { type FieldChoice, useBulkPlan } from "./useBulkPlan.ts";
import { type BulkProgress, useBulkProgress } from "./useBulkProgress.ts";

const BulkSetup = lazyPart(() => import("./BulkSetup.tsx"), "BulkSetup");

interface BulkDialogProps {
  readonly descriptor: ResourceDescriptor;
  readonly action: BulkAction;
  readonly source: BulkSource;
  /** Called with the records still to be processed; null when nothing was started. */
  readonly onClose: (untried: readonly PanelRecord[] | null) => void;
}

/** A bulk action from preview through progress to the result of each record. */
export function BulkDialog({ descriptor, action, source, onClose }: BulkDialogProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const titleId = useId();
  const isNarrow = useMediaQuery("(max-width: 640px)");
  const content = useRef<HTMLDivElement>(null);
  const recordsState = useBulkRecords(descriptor, source);
  const [chosen, setChosen] = useState<FieldChoice | null>(() => firstChoice(action));
  const { change, plan, preview, toDo, valueError } = useBulkPlan(descriptor, action, chosen, recordsState.records);
  const progress = useBulkProgress(descriptor, change);
  const { end } = progress;
  const guard = useLeaveGuard(() => progress.isRunningHere);
  const verb = bulkActionText(translate, descriptor, action);
  const count = recordsState.records?.length ?? ("records" in source ? source.records.length : source.total);
  const gone = "records" in source ? source.records.length - count : 0;
  const ready = valueError === undefined ? toDo : [];
  const close = () => onClose(progress.close());
  useEndOf(progress, content, close);
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth="md"
      aria-labelledby={titleId}
      // Neither Escape nor a click outside stops a running action: the button does.
      onClose={() => (end !== null || progress.isJob) && close()}
    >
      <DialogTitle id={titleId}>
        {counted("bulk.title", count, { verb, name: translate(nameKey(descriptor.name), { smart_count: 2 }) })}
      </DialogTitle>
      <DialogContent ref={content} tabIndex={-1} className="stack packed no-ring" dividers>
        {recordsState.error ? (
          <LoadError
            error={recordsState.error}
            question={{ resource: descriptor.name, right: "read" }}
            onRetry={recordsState.retry}
          />
        ) : null}
        {!recordsState.records && !recordsState.error && (
          <p role="status">{counted("bulk.reading", count, { done: recordsState.count })}</p>
        )}
        {gone > 0 && <p>{counted("bulk.gone", gone)}</p>}
        {end === undefined && chosen && recordsState.records && action.kind === "field" && (
          <BulkSetup
            {...{ descriptor, chosen, valueError }}
            records={recordsState.records}
            fields={action.fields}
            onChoose={setChosen}
          />
        )}
        {end === undefined && recordsState.records && change === undefined && <p>{translate("bulk.choose")}</p>}
        {end === undefined && recordsState.records && change !== undefined && (
          <BulkPreview {...{ descriptor, plan, preview, change }} isStatus={action.kind === "status"} />
        )}
        {end !== undefined && <BulkOutcome descriptor={descriptor} end={end} {...progress.outcome} />}
        {progress.isJob && end === null && <p>{translate("bulk.jobs.goesOn")}</p>}
        {progress.error ? <Alert severity="error">{requestErrorText(translate, progress.error)}</Alert> : null}
      </DialogContent>
      <DialogActions>
        <BulkButtons
          progress={progress}
          ready={ready}
          verb={action.kind === "field" ? translate("bulk.change") : verb}
          isRemoval={action.kind === "remove"}
          onClose={close}
        />
      </DialogActions>
      <Confirm
        isOpen={guard.isAsking}
        title="bulk.leave.title"
        content="bulk.leave.text"
        cancel="bulk.leave.stay"
        confirm="bulk.leave.leave"
        onClose={guard.stay}
        onConfirm={guard.leave}
      />
    </Dialog>
  );
}

interface BulkButtonsProps {
  readonly progress: BulkProgress;
  /** What would be started. */
  readonly ready: readonly PlannedRow[];
  readonly verb: string;
  readonly isRemoval: boolean;
  readonly onClose: () => void;
}

/** Starts, stops and continues a bulk action. */
function BulkButtons({ progress, ready, verb, isRemoval, onClose }: BulkButtonsProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const { end, isJob, isActing, isStopping } = progress;
  if (end === undefined) {
    return (
      <>
        {/* A hasty Enter hits the harmless button. */}
        <Button autoFocus onClick={onClose}>
          {translate("bulk.cancel")}
        </Button>
        <Button
          variant="contained"
          color={isRemoval ? "error" : "primary"}
          disabled={ready.length === 0}
          loading={isActing}
          onClick={() => progress.start(ready)}
        >
          {ready.length > 0 ? counted("bulk.run", ready.length, { verb }) : verb}
        </Button>
      </>
    );
  }
  if (end === null) {
    return (
      <>
        <Button variant="outlined" disabled={isStopping} onClick={progress.stop}>
          {translate(isStopping ? "bulk.stopping" : "bulk.stop")}
        </Button>
        {isJob && (
          <Button variant="contained" onClick={onClose}>
            {translate("bulk.jobs.background")}
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <Button loading={isActing} onClick={progress.goOn}>
        {translate(progress.outcome.untried.length > 0 ? "bulk.goOn" : "bulk.retry")}
      </Button>
      <Button variant="contained" onClick={onClose}>
        {translate("bulk.close")}
      </Button>
    </>
  );
}

/** Closes the dialog once all is done; what is left to do is announced, as the pressed button has unmounted. */
function useEndOf({ end, outcome }: BulkProgress, content: RefObject<HTMLElement | null>, close: () => void): void {
  const closeNow = useEvent(close);
  const isAllDone = Boolean(end) && outcome.untried.length + outcome.failed.length === 0;
  useEffect(() => {
    if (isAllDone) closeNow();
    else if (end !== undefined) content.current?.focus();
  }, [end, isAllDone, closeNow, content]);
}

function firstChoice(action: BulkAction): FieldChoice | null {
  const field = action.kind === "field" ? action.fields[0] : undefined;
  return field ? { field } : null;
}
