import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import type { PlannedRow } from "./plan.ts";
import type { BulkRun } from "./useBulkRun.ts";
import { useCounted } from "./useCounted.ts";

interface BulkButtonsProps {
  /** What is done, in a word. */
  readonly verb: string;
  readonly isDangerous: boolean;
  readonly toDo: readonly PlannedRow[];
  readonly run: BulkRun;
  readonly onClose: () => void;
}

/** What one can do now: begin, stop, or go on with what is left. */
export function BulkButtons({ verb, isDangerous, toDo, run, onClose }: BulkButtonsProps): ReactNode {
  const translate = useTranslate();
  const counted = useCounted();
  const { phase, results, isStopping, start, stop } = run;
  if (phase === "running") {
    return (
      <DialogActions>
        <Button variant="outlined" disabled={isStopping} onClick={stop}>
          {translate(isStopping ? "bulk.stopping" : "bulk.stop")}
        </Button>
      </DialogActions>
    );
  }
  if (phase === "finished") {
    const failed = toDo.filter(({ record }) => results.get(record.id)?.state === "failed");
    const left = toDo.filter(({ record }) => !results.has(record.id));
    return (
      <DialogActions>
        {failed.length > 0 && <Button onClick={() => start(failed)}>{translate("bulk.retry")}</Button>}
        {left.length > 0 && <Button onClick={() => start(left)}>{translate("bulk.goOn")}</Button>}
        <Button variant="contained" onClick={onClose}>
          {translate("bulk.close")}
        </Button>
      </DialogActions>
    );
  }
  return (
    <DialogActions>
      {/* The way back is the one that a hasty Enter takes. */}
      <Button autoFocus onClick={onClose}>
        {translate("bulk.cancel")}
      </Button>
      <Button
        variant="contained"
        color={isDangerous ? "error" : "primary"}
        disabled={toDo.length === 0}
        onClick={() => start(toDo)}
      >
        {toDo.length > 0 ? counted("bulk.run", toDo.length, { verb }) : verb}
      </Button>
    </DialogActions>
  );
}
