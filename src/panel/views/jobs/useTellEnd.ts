import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNotify, useTranslate } from "react-admin";
import type { BulkJobReport } from "../../../core/bulkJobs.ts";
import { toRefusal } from "../../providers/bulkJobs.ts";
import { nameKey } from "../../resource/labels.ts";
import { useCounted } from "../bulk/actionTexts.ts";
import { refusalText } from "../record/refusalText.ts";
import { canUndo, refreshAfterJob, useSteer } from "./useJobs.ts";

/** Milliseconds. */
const timeToUndo = 30_000;
/** Most failures named in one notice. */
const namedAtMost = 5;

/** Says in a notice what became of a job, with the way back where there is one. */
export function useTellEnd(): (job: BulkJobReport) => void {
  const notify = useNotify();
  const translate = useTranslate();
  const counted = useCounted();
  const steer = useSteer();
  const queryClient = useQueryClient();
  return useCallback(
    (job) => {
      const { action, done, failed, failures, state, resource, total } = job;
      refreshAfterJob(queryClient);
      const undo = () =>
        void steer(job.id, "undo").catch((refusal: unknown) =>
          notify(refusalText(translate, refusal), { type: "error" }),
        );
      const way = canUndo(job) ? { undo, autoHideDuration: timeToUndo } : {};
      if (action === "restore") {
        const summary = translate("bulk.undo.done", { smart_count: done });
        if (failed === 0 && state === "finished") return notify(summary, { type: "success" });
        const named = failures.slice(0, namedAtMost).map((failure) =>
          translate("bulk.undo.failure", {
            title: failure.title,
            reason: refusalText(translate, toRefusal(failure)),
          }),
        );
        const more = failed > named.length ? [translate("bulk.undo.more", { smart_count: failed - named.length })] : [];
        return notify([...(done > 0 ? [summary] : []), ...named, ...more].join("\n"), { type: "error" });
      }
      if (state === "finished" && failed === 0) {
        const removed = `bulk.removed.${job.terminates ? "terminate" : "delete"}`;
        return notify(counted(action === "remove" ? removed : "bulk.changed", done), {
          type: "success",
          ...way,
        });
      }
      const outcome = state === "finished" ? "complete" : state === "refused" ? "refused" : "cancelled";
      const text = translate(`bulk.finished.${outcome}`, { done, failed, left: total - done - failed });
      const name = translate(nameKey(resource), { smart_count: 2 });
      notify(`${name}: ${text}`, { type: "warning", ...way });
    },
    [notify, translate, counted, steer, queryClient],
  );
}
