import { useQuery } from "@tanstack/react-query";
import type { BulkJob } from "../../../core/api/jobs.ts";
import { listJobs } from "../../providers/jobs.ts";

export const jobsKey = "bulkjobs";

/** Milliseconds between looks at running jobs, and for jobs that another browser may have started. */
export const LOOK_INTERVAL_MS = 700;
const glanceEvery = 60_000;

/** The user's jobs, looked at often while one is running. */
export function useJobs() {
  return useQuery({
    queryKey: [jobsKey],
    queryFn: ({ signal }) => listJobs(signal),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? LOOK_INTERVAL_MS : glanceEvery),
    refetchOnWindowFocus: true,
    staleTime: LOOK_INTERVAL_MS,
  });
}

export const isRunning = ({ state }: Pick<BulkJob, "state">) => state === "running";
