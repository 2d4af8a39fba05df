import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { endSession } from "../../session.ts";
import { previousAddress } from "../../shell/visited.ts";
import { NotFoundPage } from "../NotFoundPage.tsx";
import { addressOfFramed, fromFrameAddress, toFrameAddress } from "./frameAddress.ts";
import { type FrameState, stateOf } from "./frameState.ts";

interface OlderFrameProps {
  readonly title: string;
  /** Path and query of the page, as the older panel has it. */
  readonly path: string;
  /** Told what the framed page calls itself. */
  readonly onTitle?: (title: string) => void;
  /** It is a part of a page that has a heading of its own already: this section of the framed page is to be in view. */
  readonly section?: string;
  /** Stands in where the older panel has no such page. */
  readonly missing?: ReactNode;
}

/** A page of the older panel in a frame as high as itself, with what can become of it. */
export function OlderFrame({ title, path, onTitle, section, missing = <NotFoundPage /> }: OlderFrameProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const frame = useRef<HTMLIFrameElement>(null);
  // What the frame shows by itself: following a link in it must not load it again.
  const shown = useRef(path);
  const [attempt, setAttempt] = useState(0);
  const [source, setSource] = useState(() => toFrameAddress(path, frameOptions()));
  const [state, setState] = useState<FrameState>("loading");
  const [height, setHeight] = useState(480);

  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    setState("loading");
    setSource(toFrameAddress(path, frameOptions()));
  }, [path]);
  useOlderMessages((url) => navigate(url));

  const onLoad = () => {
    const page = frame.current;
    if (!page) return;
    const next = stateOf(page);
    setState(next);
    if (next === "loggedOut") endSession("expired");
    if (next !== "shown" || !page.contentWindow) return;
    onTitle?.(page.contentDocument?.title.trim() ?? "");
    const current = fromFrameAddress(page.contentWindow.location);
    if (current === shown.current) return;
    shown.current = current;
    navigate(addressOfFramed(current), { replace: true });
  };
  const retry = () => {
    setState("loading");
    setAttempt(attempt + 1);
  };
  useFrameHeight(frame, state, setHeight);

  if (state === "forbidden") return <Navigate to="/error403" replace />;
  if (state === "notFound") return missing;
  return (
    <>
      {section === undefined && (
        <Typography variant="h1" sx={{ mb: 1.5 }}>
          {title}
        </Typography>
      )}
      <Alert severity="info" sx={{ mb: 1.5 }}>
        {translate("pages.notice")}{" "}
        <Link href={source.replace("framed=1", "framed=0")} color="inherit">
          {translate("pages.open")}
        </Link>
      </Alert>
      {state === "closed" && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {translate("pages.partlyFilled")}
        </Alert>
      )}
      {state === "unreachable" ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={retry}>
              {translate("pages.retry")}
            </Button>
          }
        >
          {translate("pages.unreachable")}
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
            src={section ? `${source}#${section}` : source}
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
function frameOptions() {
  return {
    language: document.documentElement.lang.split("-")[0] || "en",
    back: `${window.location.pathname}#${previousAddress() ?? "/dashboard"}`,
  };
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
      go(url.hash.startsWith("#/") ? url.hash.slice(1) : addressOfFramed(fromFrameAddress(url)));
  });
  useEffect(() => {
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);
}
