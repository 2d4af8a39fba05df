import { lazy, type ReactNode, Suspense } from "react";
import { addTexts } from "../../providers/i18nProvider.ts";
import { useJobs } from "./jobsQuery.ts";

const JobsButton = lazy(async () => {
  const [{ JobsButton: Loaded }] = await Promise.all([import("./JobsButton.tsx"), addTexts("bulk")]);
  return { default: Loaded };
});

/** The button for the user's bulk jobs, which is loaded once there are any. */
export function LaterJobs(): ReactNode {
  const { data = [] } = useJobs();
  if (data.length === 0) return null;
  return (
    <Suspense>
      <JobsButton />
    </Suspense>
  );
}
