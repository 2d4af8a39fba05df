import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";

/** What stands there while a page's chunk is on its way: about the shape of what comes. */
export function PageSkeleton() {
  return (
    <Stack spacing={1.5} aria-hidden="true">
      <Skeleton variant="text" width={220} height={32} />
      <Skeleton variant="rounded" height={34} />
      <Skeleton variant="rounded" height={320} />
    </Stack>
  );
}
