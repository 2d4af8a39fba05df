import type { Params } from "react-router";
import type { PageDescriptor } from "../../../core/descriptor.ts";
import { fill, isKnown } from "./table.ts";

/** Parameters that only the frame needs; the address a person sees is without them. */
const frameParameters = ["lang", "framed", "back", "kiosk"] as const;

/** Where the statistics tool is; it knows no `framed`, but a mode without its own menu. */
const statistics = "/grafana/";

export interface FrameOptions {
  /** Language of the older panel: `en`, `de`. */
  readonly language: string;
  /** Address of the page before, for the older page's own "back". */
  readonly back: string;
}

/**
 * Path and query of the older panel's page for an address of ours; null when nothing may be framed there. Only paths of
 * our own origin are, and none that does something just by being asked for.
 */
export function framedPath(
  { frame }: Pick<PageDescriptor, "frame">,
  params: Params,
  { pathname, search }: Pick<Location, "pathname" | "search">,
): string | null {
  const path = frame === undefined ? pathname : frame.replace("*", params["*"] ?? "");
  const filled = path.includes(":") && frame !== undefined && !frame.includes("*") ? fill(path, params) : path;
  return isFrameable(filled) ? filled + search : null;
}

/** What `//elsewhere.example` and its kind are not, and neither is a link that deletes. */
export function isFrameable(path: string): boolean {
  const origin = window.location.origin;
  if (!path.startsWith("/") || !URL.canParse(path, origin)) return false;
  const { origin: found, pathname } = new URL(path, origin);
  if (found !== origin || pathname === "/") return false;
  const decoded = decode(pathname);
  return !/^\/(?:api|panel-service|login_jwt|ajax_logout|logout)(?:\/|$)/.test(decoded) && !isAction(decoded);
}

/** Older links change something by a mere GET: nobody must be led to one by an address somebody else wrote. */
function isAction(path: string): boolean {
  return /\/(?:delete|terminate|up|down|unban|reset\w*)\/?$/.test(path);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll(/\/{2,}/g, "/");
  } catch {
    // Not encoded as it should be: the older panel will say what it thinks of it.
    return path;
  }
}

/** The framed path as the frame asks for it; the older panel leaves out its own header and menu then. */
export function toFrameAddress(address: string, { language, back }: FrameOptions): string {
  const [path = "/", query] = address.split("?");
  const parameters = new URLSearchParams(query);
  if (path.startsWith(statistics)) parameters.set("kiosk", "tv");
  else {
    parameters.set("lang", language);
    parameters.set("framed", "1");
    parameters.set("back", back);
  }
  return `${path}?${parameters}`;
}

/** Path and query of the page that a frame shows, without what was added for the frame. */
export function fromFrameAddress({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const parameters = new URLSearchParams(search);
  for (const name of frameParameters) parameters.delete(name);
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}

/** The panel's address for a page that the frame went to by itself; one of our own takes over from there. */
export function addressOfFramed(path: string): string {
  const [pathname = "/"] = path.split("?");
  if (pathname === "/") return "/dashboard";
  return isKnown(pathname) || pathname.startsWith(statistics) ? path : `/proxy${path}`;
}
