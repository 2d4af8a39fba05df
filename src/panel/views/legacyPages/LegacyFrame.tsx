import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import { Navigate, useNavigate } from "react-router";
import { previousPath } from "../../navigation/visitHistory.ts";
import { endSession } from "../../providers/session.ts";
import { NotFoundPage } from "../../ui/MessagePage.tsx";
import { fromFrameUrl, toFrameUrl, toPanelPath } from "./frameUrl.ts";
import styles from "./others.module.css";

interface LegacyFrameProps {
  readonly title: string;
  /** The legacy page's path and query. */
  readonly path: string;
  /** Called with the framed page's title. */
  readonly onTitle?: (title: string) => void;
  /** The frame is part of a page with a heading of its own: scrolls to this section of the framed page. */
  readonly section?: string;
  /** Fallback where the legacy panel has no such page. */
  readonly missing?: ReactNode;
}

/** A legacy page in a frame that fits its height, with its failure states. */
export function LegacyFrame({ title, path, onTitle, section, missing = <NotFoundPage /> }: LegacyFrameProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const frame = useRef<HTMLIFrameElement>(null);
  // Navigation inside the frame must not reload it.
  const shownPath = useRef(path);
  const [attempt, setAttempt] = useState(0);
  const [source, setSource] = useState(() => toFrameUrl(path, frameOptions()));
  const [state, setState] = useState<FrameState>("loading");
  const [height, setHeight] = useState(480);

  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    setState("loading");
    setSource(toFrameUrl(path, frameOptions()));
  }, [path]);
  useLegacyMessages((url) => navigate(url));

  const onLoad = () => {
    const page = frame.current;
    if (!page) return;
    const next = stateOf(page);
    setState(next);
    if (next === "loggedOut") endSession("expired");
    if (next !== "shown" || !page.contentWindow) return;
    onTitle?.(page.contentDocument?.title.trim() ?? "");
    const current = fromFrameUrl(page.contentWindow.location);
    if (current === shownPath.current) return;
    shownPath.current = current;
    navigate(toPanelPath(current), { replace: true });
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
        <Typography variant="h1" className="below-12">
          {title}
        </Typography>
      )}
      <Alert severity="info" className="below-12">
        {translate("pages.notice")}{" "}
        <Link href={source.replace("framed=1", "framed=0")} color="inherit">
          {translate("pages.open")}
        </Link>
      </Alert>
      {state === "closed" && (
        <Alert severity="warning" className="below-12">
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
        <div className={`relative ${styles.place}`} aria-busy={state === "loading"}>
          {state === "loading" && <Skeleton variant="rounded" height={height} className={`absolute ${styles.cover}`} />}
          <iframe
            key={attempt}
            ref={frame}
            title={title}
            src={section ? `${source}#${section}` : source}
            onLoad={onLoad}
            className={`block full ${styles.frame}`}
            style={{ height }}
          />
        </div>
      )}
    </>
  );
}

/** The previous page is the way back for a page without a list of its own. */
function frameOptions() {
  return {
    language: document.documentElement.lang.split("-")[0] || "en",
    back: `${window.location.pathname}#${previousPath() ?? "/dashboard"}`,
  };
}

/** Keeps the frame at the height of its page, so that only the outer page scrolls. */
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

/** Legacy pages request navigation by a message of their own origin, which is ours. */
function useLegacyMessages(go: (url: string) => void): void {
  const onMessage = useEffectEvent((event: MessageEvent) => {
    const { data, origin } = event;
    if (origin !== window.location.origin || typeof data !== "object" || data === null) return;
    if (data.type !== "aui-navigate-to" || typeof data.url !== "string") return;
    const url = new URL(data.url, window.location.origin);
    if (url.origin === window.location.origin)
      go(url.hash.startsWith("#/") ? url.hash.slice(1) : toPanelPath(fromFrameUrl(url)));
  });
  useEffect(() => {
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);
}

/** The state of a framed page. */
type FrameState = "loading" | "shown" | "forbidden" | "notFound" | "unreachable" | "loggedOut" | "closed";

/** An element of the legacy panel's login page. */
const loginPageId = "login_page_v1";

/** The state of a frame after loading. */
function stateOf(frame: HTMLIFrameElement): FrameState {
  const page = frame.contentDocument;
  // A page of another origin, or one that needs a form to be resubmitted.
  if (!page) return "closed";
  if (page.getElementById(loginPageId)) return "loggedOut";
  const status = statusOf(frame);
  if (status === 403) return "forbidden";
  if (status === 404) return "notFound";
  // Our gateway responds with JSON where it has no response of the legacy panel to pass on.
  if (status >= 500 || page.contentType === "application/json") return "unreachable";
  return "shown";
}

/** HTTP status of the frame's page; 200 where the browser does not report it. */
function statusOf({ contentWindow }: HTMLIFrameElement): number {
  const [entry] = contentWindow?.performance.getEntriesByType("navigation") ?? [];
  return entry && "responseStatus" in entry ? Number(entry.responseStatus) || 200 : 200;
}
