import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { LoadingHeading } from "../ui/PageSkeleton.tsx";

interface FormSkeletonProps {
  /** Rendered below the page's heading. */
  readonly isPart?: boolean;
}

/** Skeleton of a form while it loads. */
export function FormSkeleton({ isPart = false }: FormSkeletonProps): ReactNode {
  return (
    <>
      {!isPart && <LoadingHeading />}
      <Stack spacing={2} aria-hidden className="max-760">
        <Skeleton variant="text" width={260} height={32} />
        <Skeleton variant="rounded" height={280} />
        <Skeleton variant="rounded" height={180} />
      </Stack>
    </>
  );
}

/** Skeleton of a tab while it loads. */
export function FactsSkeleton() {
  const translate = useTranslate();
  return (
    <div role="status" aria-label={translate("views.details.loading")}>
      <Skeleton variant="text" width={240} height={28} />
      <Skeleton variant="rounded" height={160} />
    </div>
  );
}
