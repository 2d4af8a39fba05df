import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useTranslate } from "react-admin";

/** Skeleton of a page, or of its part below the heading, while its chunk loads. */
export function PageSkeleton({ isPart = false }: { readonly isPart?: boolean }) {
  return (
    <>
      {!isPart && <LoadingHeading />}
      <Stack spacing={1.5} aria-hidden="true">
        <Skeleton variant="text" width={220} height={32} />
        <Skeleton variant="rounded" height={34} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    </>
  );
}

/** A heading even while loading: screen reader users navigate by it. */
export function LoadingHeading() {
  const translate = useTranslate();
  return (
    <h1 data-loading="" className="sr-only">
      {translate("app.loading")}
    </h1>
  );
}
