import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { useAccess } from "../providers/FactsContext.tsx";
import { viewAs } from "../viewAs.ts";
import { useRoleName } from "./useRoleName.ts";

/** Says all the time that this is not the own view, and leads back to it. `top` in pixels: where it stays. */
export function ViewBanner({ top }: { top: number }) {
  const translate = useTranslate();
  const roleName = useRoleName();
  const { role, isViewing } = useAccess();
  if (!isViewing) return null;
  return (
    <Alert
      severity="warning"
      role="status"
      icon={<VisibilityOutlined fontSize="inherit" />}
      action={
        <Button color="inherit" variant="outlined" size="small" onClick={() => viewAs(null)}>
          {translate("app.viewAs.stop")}
        </Button>
      }
      sx={{ borderRadius: 0, position: "sticky", top, zIndex: 4, "& .MuiAlert-action": { p: 0, mr: 0 } }}
    >
      {translate("app.viewAs.banner", { role: roleName(role) })}
    </Alert>
  );
}
