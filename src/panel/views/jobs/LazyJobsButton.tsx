import type { ReactNode } from "react";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { useJobs } from "./jobsQuery.ts";

const JobsButton = lazyPart(() => import("./JobsButton.tsx"), "JobsButton", ["bulk"]);

/** The button for the user's bulk jobs, which is loaded once there are any. */
export function LazyJobsButton(): ReactNode {
  const { data = [] } = useJobs();
  if (data.length === 0) return null;
  return <JobsButton />;
}
