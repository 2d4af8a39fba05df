import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useTranslate } from "ra-core";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from "react";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { nameKey } from "../../resource/labels.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useLeaveGuard } from "../form/useLeaveGuard.ts";
import { Problem } from "../Problem.tsx";
import { verbOf } from "./actionTexts.ts";
import { BulkButtons } from "./BulkButtons.tsx";
import { BulkOutcome } from "./BulkOutcome.tsx";
import { BulkPreview } from "./BulkPreview.tsx";
import type { BulkAction } from "./bulkActions.ts";
import { useBulkAction } from "./useBulkAction.ts";
import { type Chosen, useBulkPlan } from "./useBulkPlan.ts";
import { type BulkSource, useBulkRecords } from "./useBulkRecords.ts";
import { useCounted } from "./useCounted.ts";
import "./bulk.css";

const BulkSetup = lazy(async () => ({ default: (await import("./BulkSetup.tsx")).BulkSetup }));

interface BulkDialogProps {
  readonly descriptor: ResourceDescriptor;
  readonly action: BulkAction;
  readonly source: BulkSource;
  /** With the records that are still to be done; null when nothing was begun. */
  readonly onClose: (left: readonly PanelRecord[] | null) => void;
}

/** Everything about one action on many records: what it will change, how far it is, what became of each. */
export function BulkDialog({ descriptor, action, source, onClose }: BulkDialogProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const titleId = useId();
  const isNarrow = useMediaQuery("(max-width: 640px)");
  const content = useRef<HTMLDivElement>(null);
  const reading = useBulkRecords(descriptor, source);
  const [chosen, setChosen] = useState<Chosen | null>(() => firstChoice(action));
  const { change, plan, toDo, problem } = useBulkPlan(descriptor, action, chosen, reading.records);
  const { run, report } = useBulkAction(descriptor, change ?? null, action.kind === "status");
  const { phase, results } = run;
  const guard = useLeaveGuard(useCallback(() => phase === "running", [phase]));

  const verb = verbOf(translate, descriptor, action);
  const count = reading.records?.length ?? ("records" in source ? source.records.length : source.total);
  const gone = "records" in source ? source.records.length - count : 0;
  const isDone = ({ record }: { record: PanelRecord }) => results.get(record.id)?.state === "done";
  const left = toDo.filter((row) => !isDone(row));
  const close = () => {
    if (phase === "ready") return onClose(null);
    report(toDo.filter(isDone));
    onClose(left.map(({ record }) => record));
  };
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  });
  const isAllDone = phase === "finished" && left.length === 0;
  useEffect(() => {
    if (isAllDone) latestClose.current();
    // The button that was pressed has gone; what it led to is read out.
    else if (phase !== "ready") content.current?.focus();
  }, [phase, isAllDone]);

  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth="md"
      aria-labelledby={titleId}
      // Neither Escape nor a click beside it ends what is running: that is what the button is for.
      onClose={() => phase !== "running" && close()}
    >
      <DialogTitle id={titleId}>
        {counted("bulk.title", count, { verb, name: translate(nameKey(descriptor.name), { smart_count: 2 }) })}
      </DialogTitle>
      <DialogContent ref={content} tabIndex={-1} className="bulk-content" dividers>
        {reading.error ? (
          <Problem
            error={reading.error}
            question={{ resource: descriptor.name, right: "read" }}
            onRetry={reading.retry}
          />
        ) : null}
        {!reading.records && !reading.error && (
          <p role="status" className="bulk-summary">
            {counted("bulk.reading", count, { done: reading.count })}
          </p>
        )}
        {gone > 0 && <p className="bulk-summary">{counted("bulk.gone", gone)}</p>}
        {phase === "ready" && chosen && reading.records && action.kind === "field" && (
          <Suspense>
            <BulkSetup
              descriptor={descriptor}
              fields={action.fields}
              field={chosen.field}
              value={chosen.value}
              problem={problem}
              onField={(field) => setChosen({ field })}
              onValue={(value) => setChosen({ field: chosen.field, value })}
            />
          </Suspense>
        )}
        {phase === "ready" && reading.records && change === undefined && (
          <p className="bulk-summary">{translate("bulk.choose")}</p>
        )}
        {phase === "ready" && reading.records && change !== undefined && (
          <BulkPreview descriptor={descriptor} plan={plan} change={change} isStatus={action.kind === "status"} />
        )}
        {phase !== "ready" && <BulkOutcome descriptor={descriptor} rows={toDo} run={run} />}
      </DialogContent>
      <BulkButtons
        verb={action.kind === "field" ? translate("bulk.change") : verb}
        isDangerous={action.kind === "remove"}
        toDo={problem === undefined ? toDo : []}
        run={run}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={guard.isAsking}
        title={translate("bulk.leave.title")}
        text={translate("bulk.leave.text")}
        cancelLabel={translate("bulk.leave.stay")}
        confirmLabel={translate("bulk.leave.leave")}
        onCancel={guard.stay}
        onConfirm={guard.leave}
      />
    </Dialog>
  );
}

function firstChoice(action: BulkAction): Chosen | null {
  const field = action.kind === "field" ? action.fields[0] : undefined;
  return field ? { field } : null;
}
