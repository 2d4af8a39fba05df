import { Alert, Box, Button, Link, Skeleton, Typography } from "@mui/material";
import { useTranslate } from "ra-core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { useFacts } from "../../providers/FactsContext.tsx";
import { endSession } from "../../session.ts";
import { useDocumentTitle } from "../../shell/useDocumentTitle.ts";
import { MessagePage } from "../MessagePage.tsx";
import { NotFoundPage } from "../NotFoundPage.tsx";
import { fromFrameAddress, toFrameAddress } from "./frameAddress.ts";
import { type FrameState, stateOf } from "./frameState.ts";

/** A page that only the older panel has yet, framed inside the shell where there is an older panel. */
export function OlderPage({ title }: { title: string }) {
  const translate = useTranslate();
  const { hasOlderPanel } = useFacts();
  useDocumentTitle([title]);
  if (hasOlderPanel) return <OlderFrame title={title} />;
  return <MessagePage title={title} text={translate("app.older.none")} />;
}

function OlderFrame({ title }: { title: string }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const frame = useRef<HTMLIFrameElement>(null);
  // What the frame shows by itself: following a link in it must not load it again.
  const shown = useRef(address);
  const [attempt, setAttempt] = useState(0);
  const [source, setSource] = useState(() => toFrameAddress(address, optionsFrom(address)));
  const [state, setState] = useState<FrameState>("loading");
  const [height, setHeight] = useState(480);

  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    setState("loading");
    setSource(toFrameAddress(address, optionsFrom(address)));
  }, [address]);
  useOlderMessages((url) => navigate(url));

  const onLoad = () => {
    const page = frame.current;
    if (!page) return;
    const next = stateOf(page);
    setState(next);
    if (next === "loggedOut") endSession("expired");
    if (next !== "shown" || !page.contentWindow) return;
    const current = fromFrameAddress(page.contentWindow.location);
    if (current === shown.current) return;
    shown.current = current;
    navigate(current, { replace: true });
  };
  const retry = () => {
    setState("loading");
    setAttempt(attempt + 1);
  };
  useFrameHeight(frame, state, setHeight);

  if (state === "forbidden") return <Navigate to="/error403" replace />;
  if (state === "notFound") return <NotFoundPage />;
  return (
    <>
      <Typography variant="h1" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Alert severity="info" sx={{ mb: 1.5 }}>
        {translate("app.older.notice")}{" "}
        <Link href={source.replace("framed=1", "framed=0")} color="inherit">
          {translate("app.older.open")}
        </Link>
      </Alert>
      {state === "closed" && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {translate("app.older.partlyFilled")}
        </Alert>
      )}
      {state === "unreachable" ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={retry}>
              {translate("app.older.retry")}
            </Button>
          }
        >
          {translate("app.older.unreachable")}
        </Alert>
      ) : (
        <Box sx={{ position: "relative" }} aria-busy={state === "loading"}>
          {state === "loading" && (
            <Skeleton variant="rounded" height={height} sx={{ position: "absolute", inset: 0 }} />
          )}
          <Box
            component="iframe"
            key={attempt}
            ref={frame}
            title={title}
            src={source}
            onLoad={onLoad}
            sx={{
              display: "block",
              width: "100%",
              height,
              border: 0,
              visibility: state === "loading" ? "hidden" : undefined,
              // Older pages are light and nothing else.
              bgcolor: "common.white",
            }}
          />
        </Box>
      )}
    </>
  );
}

/** The page before is the way back for a page that has no list of its own here. */
function optionsFrom(address: string) {
  return { language: document.documentElement.lang.split("-")[0] || "en", back: `#${address}` };
}

/** Keeps the frame as high as its page, so that only the whole page scrolls. */
function useFrameHeight(
  frame: { readonly current: HTMLIFrameElement | null },
  state: FrameState,
  onHeight: (height: number) => void,
): void {
  const report = useEffectEvent(onHeight);
  useEffect(() => {
    const body = state === "shown" ? frame.current?.contentDocument?.body : undefined;
    if (!body) return;
    const observer = new ResizeObserver(() => report(Math.max(body.scrollHeight, 320)));
    observer.observe(body);
    return () => observer.disconnect();
  }, [frame, state]);
}

/** Older pages ask the shell to go somewhere by a message of their own origin, which is ours. */
function useOlderMessages(go: (url: string) => void): void {
  const onMessage = useEffectEvent((event: MessageEvent) => {
    const { data, origin } = event;
    if (origin !== window.location.origin || typeof data !== "object" || data === null) return;
    if (data.type !== "aui-navigate-to" || typeof data.url !== "string") return;
    const url = new URL(data.url, window.location.origin);
    if (url.origin === window.location.origin)
      go(url.hash.startsWith("#/") ? url.hash.slice(1) : fromFrameAddress(url));
  });
  useEffect(() => {
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);
}
