import PlaylistAddCheck from "@mui/icons-material/PlaylistAddCheck";
import CircularProgress from "@mui/material/CircularProgress";
import Popover from "@mui/material/Popover";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useId, useState } from "react";
import { useTranslate } from "react-admin";
import type { BulkJob } from "../../../core/api/jobs.ts";
import { readJob } from "../../providers/jobs.ts";
import { NamedButton } from "../../ui/NamedButton.tsx";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { JobLine } from "./JobLine.tsx";
import styles from "./jobs.module.css";
import { isRunning, jobsKey, useJobs } from "./jobsQuery.ts";
import { consumeEndNotice, scheduleEndNotice, useEndNotice } from "./useJobs.ts";

/** Jobs that ended longer ago are found in the journal. */
const SHOWN_MS = 24 * 60 * 60_000;

/** The user's bulk jobs, in whatever browser they were started: shown while there are any of the last day. */
export function JobsButton() {
  const translate = useTranslate();
  const titleId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data = [] } = useJobs();
  useEndNotices(data);
  const jobs = data.filter(({ ended }) => ended === null || Date.now() - Date.parse(ended) < SHOWN_MS);
  if (jobs.length === 0) return null;
  const running = jobs.filter(isRunning);
  const label =
    running.length > 0 ? translate("bulk.jobs.running", { smart_count: running.length }) : translate("bulk.jobs.label");
  return (
    <>
      <NamedButton
        className="relative"
        label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <PlaylistAddCheck fontSize="small" />
        {running.length > 0 && (
          <CircularProgress
            aria-hidden
            className={`absolute ${styles.ring}`}
            size={34}
            thickness={3}
            variant="determinate"
            value={shareOf(running)}
          />
        )}
      </NamedButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-labelledby": titleId, className: styles.paper } }}
      >
        <h2 id={titleId} className="below-8">
          {translate("bulk.jobs.label")}
        </h2>
        <ul>
          {jobs.map((job) => (
            <Suspense key={job.id} fallback={<li aria-busy="true" />}>
              <JobLine job={job} onLeave={() => setAnchor(null)} />
            </Suspense>
          ))}
        </ul>
      </Popover>
    </>
  );
}

/** Percent of all records of these jobs that were tried. */
function shareOf(jobs: readonly BulkJob[]): number {
  const sum = (value: (job: BulkJob) => number) => jobs.reduce((total, job) => total + value(job), 0);
  return (
    (sum(({ done, failed }) => done + failed) /
      Math.max(
        sum(({ total }) => total),
        1,
      )) *
    100
  );
}

/** Tells the end of jobs that this browser started, or saw running. */
function useEndNotices(jobs: readonly BulkJob[]): void {
  const queryClient = useQueryClient();
  const notifyEnd = useEndNotice();
  useEffect(() => {
    for (const job of jobs) {
      if (isRunning(job)) scheduleEndNotice(job.id);
      else if (consumeEndNotice(job.id)) {
        readJob(job.id).then(
          (report) => {
            queryClient.setQueryData([jobsKey, job.id], report);
            notifyEnd(report);
          },
          () => refreshAfterWrite(queryClient),
        );
      }
    }
  }, [jobs, queryClient, notifyEnd]);
}
