import CloudOffOutlined from "@mui/icons-material/CloudOffOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { useCallback, useEffect, useState } from "react";
import type { Connection } from "../providers/connection.ts";
import { loadInfo } from "../providers/facts.ts";

/** Milliseconds between two looks whether the platform is there again. */
const pause = 10_000;

/** That the platform can not be reached stands above the page; that it takes its time, quietly in a corner. */
export function ConnectionBanner({ isLost }: Connection) {
  return isLost ? <Lost /> : <Slow />;
}

function Lost() {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const [isTrying, setIsTrying] = useState(false);
  const look = useCallback(async () => {
    setIsTrying(true);
    // Any answer ends this banner; what could not be shown meanwhile is asked for again.
    await loadInfo().then(
      () => queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" }),
      () => undefined,
    );
    setIsTrying(false);
  }, [queryClient]);
  useEffect(() => {
    const timer = setInterval(() => void look(), pause);
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
          {translate("connection.retry")}
        </Button>
      }
      sx={{ borderRadius: 0 }}
    >
      <strong>{translate(navigator.onLine ? "connection.unreachable" : "connection.offline")}</strong>{" "}
      {translate("connection.kept")}
    </Alert>
  );
}

function Slow() {
  const translate = useTranslate();
  return (
    <Paper
      role="status"
      variant="outlined"
      sx={{
        position: "fixed",
        right: 16,
        bottom: 16,
        zIndex: "snackbar",
        px: 1.5,
        py: 0.5,
        color: "text.secondary",
        pointerEvents: "none",
      }}
    >
      {translate("connection.slow")}
    </Paper>
  );
}
