import type { Params } from "react-router";
import type { PageDescriptor } from "../../../core/schema/descriptor.ts";
import { fillPath, isKnownPath } from "./findPage.ts";

/** Parameters for the frame only; the visible URL omits them. */
const frameParameters = ["lang", "framed", "back", "kiosk"] as const;

/** Path of the statistics tool; it does not support `framed`, but a mode without its own menu. */
const statistics = "/grafana/";

interface FrameOptions {
  /** Language of the legacy panel: `en`, `de`. */
  readonly language: string;
  /** URL of the previous page, for the legacy page's own "back". */
  readonly back: string;
}

/**
 * The legacy page's path and query for one of our URLs; null when nothing may be framed. Only paths of our own origin
 * are allowed, and none where a GET has side effects.
 */
export function framedPath(
  { legacyPath }: Pick<PageDescriptor, "legacyPath">,
  params: Params,
  { pathname, search }: Pick<Location, "pathname" | "search">,
): string | null {
  const path = legacyPath === undefined ? pathname : legacyPath.replace("*", params["*"] ?? "");
  const filled =
    path.includes(":") && legacyPath !== undefined && !legacyPath.includes("*") ? fillPath(path, params) : path;
  return isFrameable(filled) ? filled + search : null;
}

/** Excludes `//elsewhere.example` and the like, and links that delete. */
export function isFrameable(path: string): boolean {
  const origin = window.location.origin;
  if (!path.startsWith("/") || !URL.canParse(path, origin)) return false;
  const { origin: pathOrigin, pathname } = new URL(path, origin);
  if (pathOrigin !== origin || pathname === "/") return false;
  const decoded = decode(pathname);
  return !/^\/(?:api|panel-service|login_jwt|ajax_logout|logout)(?:\/|$)/.test(decoded) && !isAction(decoded);
}

/** Legacy links change data by GET: a crafted URL must not lead users to one. */
function isAction(path: string): boolean {
  return /\/(?:delete|terminate|up|down|unban|reset\w*)\/?$/.test(path);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll(/\/{2,}/g, "/");
  } catch {
    // Malformed encoding: the legacy panel will report it.
    return path;
  }
}

/** The frame's URL; the legacy panel then omits its own header and menu. */
export function toFrameUrl(pagePath: string, { language, back }: FrameOptions): string {
  const [path = "/", query] = pagePath.split("?");
  const parameters = new URLSearchParams(query);
  if (path.startsWith(statistics)) parameters.set("kiosk", "tv");
  else {
    parameters.set("lang", language);
    parameters.set("framed", "1");
    parameters.set("back", back);
  }
  return `${path}?${parameters}`;
}

/** A frame's path and query, without the parameters added for the frame. */
export function fromFrameUrl({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const parameters = new URLSearchParams(search);
  for (const name of frameParameters) parameters.delete(name);
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}

/** The panel's URL for a page that the frame navigated to; our own page takes over if there is one. */
export function toPanelPath(path: string): string {
  const [pathname = "/"] = path.split("?");
  if (pathname === "/") return "/dashboard";
  return isKnownPath(pathname) || pathname.startsWith(statistics) ? path : `/proxy${path}`;
}
