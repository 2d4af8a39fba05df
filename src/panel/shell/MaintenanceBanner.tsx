import Alert from "@mui/material/Alert";
import { useTranslate } from "ra-core";
import { useIsInMaintenance } from "../providers/FactsContext.tsx";

/** Asks people not to change anything while the platform is being worked on. */
export function MaintenanceBanner() {
  const translate = useTranslate();
  if (!useIsInMaintenance()) return null;
  return (
    <Alert severity="warning" role="status" sx={{ borderRadius: 0 }}>
      {translate("app.maintenance")}
    </Alert>
  );
}
