/** What became of a page in a frame. */
export type FrameState = "loading" | "shown" | "forbidden" | "notFound" | "unreachable" | "loggedOut" | "closed";

/** Element of the older panel's login page. */
const loginPageId = "login_page_v1";

/** What a frame shows once it has loaded. */
export function stateOf(frame: HTMLIFrameElement): FrameState {
  const page = frame.contentDocument;
  // A page of another origin, or one that the browser holds back until a form is sent again.
  if (!page) return "closed";
  if (page.getElementById(loginPageId)) return "loggedOut";
  const status = statusOf(frame);
  if (status === 403) return "forbidden";
  if (status === 404) return "notFound";
  // Our gateway speaks JSON where it has no answer of the older panel to pass on.
  if (status >= 500 || page.contentType === "application/json") return "unreachable";
  return "shown";
}

/** HTTP status of the frame's page; 200 where the browser does not tell. */
function statusOf({ contentWindow }: HTMLIFrameElement): number {
  const [entry] = contentWindow?.performance.getEntriesByType("navigation") ?? [];
  return entry && "responseStatus" in entry ? Number(entry.responseStatus) || 200 : 200;
}
