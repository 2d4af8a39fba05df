import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useStore, useTranslate } from "react-admin";
import { useLocation } from "react-router";
import { type Connection, currentConnection, onConnectionChange } from "../providers/connection.ts";
import { useAccess, useFacts, useIsInMaintenance } from "../providers/FactsContext.tsx";
import { addTexts } from "../providers/i18nProvider.ts";
import { useRoleName } from "../providers/roles.ts";
import { viewAs } from "../viewAs.ts";
import { onUnfinishedChange, unfinishedAt, unfinishedForms } from "../views/form/detours.ts";
import styles from "./shell.module.css";

type Banner = ComponentType<Connection>;

async function loadBanner(): Promise<Banner> {
  const [{ ConnectionBanner }] = await Promise.all([import("./ConnectionBanner.tsx"), addTexts("connection")]);
  return ConnectionBanner;
}

/** Milliseconds after startup: not before the first page has rendered. */
const quietTime = 2_000;

/** Reports when the platform is unreachable or slow. The banner is preloaded while there is a connection. */
export function ConnectionWatch() {
  const connection = useSyncExternalStore(onConnectionChange, currentConnection);
  const [Banner, setBanner] = useState<Banner | null>(null);
  const isNeeded = connection.isLost || connection.isSlow;
  useEffect(() => {
    if (Banner) return;
    let isOver = false;
    // Too late if the connection is already lost: each page then reports it itself.
    const fetchNow = () =>
      void loadBanner().then(
        (loaded) => isOver || setBanner(() => loaded),
        () => undefined,
      );
    const timer = setTimeout(fetchNow, isNeeded ? 0 : quietTime);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [Banner, isNeeded]);
  return Banner && isNeeded ? <Banner {...connection} /> : null;
}

/** Asks users not to change anything during maintenance. */
export function MaintenanceBanner() {
  const translate = useTranslate();
  if (!useIsInMaintenance()) return null;
  return (
    <Alert severity="warning" role="status" className={styles.square}>
      {translate("app.maintenance")}
    </Alert>
  );
}

const load = async () => (await Promise.all([import("./notices.tsx"), addTexts("notices")]))[0];
const OlderPanelNotice = lazy(async () => ({ default: (await load()).OlderPanelNotice }));
const UnfinishedNotice = lazy(async () => ({ default: (await load()).UnfinishedNotice }));

/** Notices above the page until dismissed or resolved: the legacy panel exists, a form is unfinished. */
export function ShellNotices() {
  const { hasOlderPanel, admin } = useFacts();
  // Stored in this browser for each user; survives a logout.
  const [isDismissed, setIsDismissed] = useStore(`preferences.olderPanelNotice.${admin.id}`, false);
  useSyncExternalStore(onUnfinishedChange, unfinishedForms);
  const unfinished = unfinishedAt(useLocation());
  return (
    <Suspense>
      {unfinished && <UnfinishedNotice form={unfinished} />}
      {hasOlderPanel && !isDismissed && <OlderPanelNotice onDismiss={() => setIsDismissed(true)} />}
    </Suspense>
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
