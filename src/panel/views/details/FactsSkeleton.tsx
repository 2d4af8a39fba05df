import Skeleton from "@mui/material/Skeleton";
import { useTranslate } from "ra-core";

/** About the shape of a part of a page, while it is on its way. */
export function FactsSkeleton() {
  const translate = useTranslate();
  return (
    <div role="status" aria-label={translate("views.details.loading")}>
      <Skeleton variant="text" width={240} height={28} />
      <Skeleton variant="rounded" height={160} />
    </div>
  );
}
