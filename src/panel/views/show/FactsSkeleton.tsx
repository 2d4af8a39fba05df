import Skeleton from "@mui/material/Skeleton";
import { useTranslate } from "react-admin";

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
