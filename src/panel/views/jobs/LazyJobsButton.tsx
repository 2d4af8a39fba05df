import type { ReactNode } from "react";
import { later } from "../../providers/later.ts";
import { useJobs } from "./jobsQuery.ts";

const JobsButton = later(() => import("./JobsButton.tsx"), "JobsButton", ["bulk"]);

/** The button for the user's bulk jobs, which is loaded once there are any. */
export function LazyJobsButton(): ReactNode {
  const { data = [] } = useJobs();
  if (data.length === 0) return null;
  return <JobsButton />;
}
