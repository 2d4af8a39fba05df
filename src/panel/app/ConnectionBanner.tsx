import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useLocaleState, useTranslate } from "react-admin";
import type { Connection, Progress } from "../providers/connection.ts";
import { loadInfo } from "../providers/startupData.ts";
import styles from "./shell.module.css";

/** Milliseconds between checks whether the platform is reachable again. */
const CHECK_INTERVAL_MS = 10_000;

/** A banner while the platform is unreachable; a quiet note in a corner while it is slow; otherwise nothing. */
export function ConnectionBanner({ isLost, isSlow, progress }: Connection) {
  if (isLost) return <Lost />;
  return isSlow && <Slow progress={progress} />;
}

function Lost() {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const [isTrying, setIsTrying] = useState(false);
  const look = useCallback(async () => {
    setIsTrying(true);
    // Any response ends this banner; failed queries are refetched.
    await loadInfo().then(
      () => queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" }),
      () => undefined,
    );
    setIsTrying(false);
  }, [queryClient]);
  useEffect(() => {
    const timer = setInterval(() => void look(), CHECK_INTERVAL_MS);
    window.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", look);
    };
  }, [look]);
  return (
    <Alert
      severity="warning"
      role="status"
      icon={<CloudOffOutlined fontSize="inherit" />}
      action={
        <Button color="inherit" size="small" loading={isTrying} onClick={() => void look()}>
          {translate("app.connection.retry")}
        </Button>
      }
      className={styles.square}
    >
      <strong>{translate(navigator.onLine ? "app.connection.unreachable" : "app.connection.offline")}</strong>{" "}
      {translate("app.connection.kept")}
    </Alert>
  );
}

function Slow({ progress }: Pick<Connection, "progress">) {
  const translate = useTranslate();
  return (
    <Paper variant="outlined" className={`quiet ${styles.slow}`}>
      <div role="status">{translate(progressText(progress))}</div>
      {progress && progress.found > 0 && <Steps {...progress} />}
      {progress?.stop && (
        <Button size="small" className={styles.touchable} onClick={progress.stop}>
          {translate("app.connection.stop")}
        </Button>
      )}
    </Paper>
  );
}

function progressText(progress: Progress | null): string {
  if (!progress) return "app.connection.slow";
  return progress.stop ? "app.connection.ends" : "app.connection.goesOn";
}

/** The total grows while records are found, so the bar may move back; the text says so. */
function Steps({ found, done }: Progress) {
  const translate = useTranslate();
  const format = new Intl.NumberFormat(useLocaleState()[0]);
  const text = translate("app.connection.steps", { done: format.format(done), found: format.format(found) });
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={(100 * done) / found}
        aria-label={translate("app.connection.slow")}
        aria-valuetext={text}
        className="above-8"
      />
      <div aria-hidden>{text}</div>
    </>
  );
}
