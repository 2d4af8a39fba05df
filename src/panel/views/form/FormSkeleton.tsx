import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";

/** About the shape of a form, while what it needs is on its way. */
export function FormSkeleton(): ReactNode {
  return (
    <Stack spacing={2} aria-hidden sx={{ maxWidth: 720 }}>
      <Skeleton variant="text" width={260} height={32} />
      <Skeleton variant="rounded" height={280} />
      <Skeleton variant="rounded" height={180} />
    </Stack>
  );
}
