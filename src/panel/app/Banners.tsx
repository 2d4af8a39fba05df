import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useSyncExternalStore } from "react";
import { useStore, useTranslate } from "react-admin";
import { useLocation } from "react-router";
import { currentConnection, onConnectionChange } from "../providers/connection.ts";
import { lazyOptionalPart, lazyPart } from "../providers/lazyComponent.ts";
import { hasFlag } from "../providers/rest.ts";
import { useRoleName } from "../providers/roles.ts";
import { useAccess, useStartupData } from "../providers/StartupDataContext.tsx";
import { viewAs } from "../providers/viewAs.ts";
import { findUnfinishedForm, onUnfinishedChange, unfinishedForms } from "../views/form/returnNavigation.ts";
import styles from "./shell.module.css";

// Too late if the connection is already lost: each page then reports it itself.
const ConnectionBanner = lazyOptionalPart(() => import("./laterParts.ts"), "ConnectionBanner");

/** Reports when the platform is unreachable or slow; loaded while there is a connection. */
export function ConnectionWatch() {
  return <ConnectionBanner {...useSyncExternalStore(onConnectionChange, currentConnection)} />;
}

/** Asks users not to change anything during maintenance. */
export function MaintenanceBanner() {
  const translate = useTranslate();
  if (!hasFlag(useStartupData().info, "maintenance_mode")) return null;
  return (
    <Alert severity="warning" role="status" className={styles.square}>
      {translate("app.maintenance")}
    </Alert>
  );
}

const LegacyPanelNotice = lazyPart(() => import("./notices.tsx"), "LegacyPanelNotice", ["notices"]);
const UnfinishedNotice = lazyPart(() => import("./notices.tsx"), "UnfinishedNotice", ["notices"]);

/** Notices above the page until dismissed or resolved: the legacy panel exists, a form is unfinished. */
export function ShellNotices() {
  const { hasLegacyPanel, admin } = useStartupData();
  // Stored in this browser for each user; survives a logout.
  const [isDismissed, setIsDismissed] = useStore(`preferences.olderPanelNotice.${admin.id}`, false);
  useSyncExternalStore(onUnfinishedChange, unfinishedForms);
  const unfinished = findUnfinishedForm(useLocation());
  return (
    <>
      {unfinished && <UnfinishedNotice form={unfinished} />}
      {hasLegacyPanel && !isDismissed && <LegacyPanelNotice onDismiss={() => setIsDismissed(true)} />}
    </>
  );
}

/** Shown while viewing as another role, with a button to stop. `top`: its sticky offset in pixels. */
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
      className={`${styles.square} ${styles.viewBanner}`}
      style={{ top }}
    >
      {translate("app.viewAs.banner", { role: roleName(role) })}
    </Alert>
  );
}
