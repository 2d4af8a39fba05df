import type { FastifyRequest } from "fastify";
import { panelHeader } from "../../core/api/panelHeaders.ts";

type Headers = Pick<FastifyRequest, "headers">;

/** The address of this platform as the caller reaches it, without a trailing slash; `publicUrl` if there is one. */
export function publicBaseUrl(
  { protocol, host }: Pick<FastifyRequest, "protocol" | "host">,
  publicUrl: string | null,
): string {
  return publicUrl ?? `${protocol}://${host}`;
}

/** Whether a browser sent the request: the panel, one of its pages, or a typed URL. */
export function isFromBrowser({ headers }: Headers): boolean {
  return (
    headers[panelHeader.toLowerCase()] !== undefined ||
    headers["sec-fetch-site"] !== undefined ||
    (headers.accept?.includes("text/html") ?? false)
  );
}

/**
 * Whether a browser sent the request from another site. Browsers send the origin with everything but plain reads;
 * `publicUrl` is our own origin where a proxy in front hides it.
 */
export function isCrossSite(
  { headers, host }: Headers & Pick<FastifyRequest, "host">,
  publicUrl: string | null,
): boolean {
  const { origin } = headers;
  if (origin === undefined || headers["sec-fetch-site"] === "same-origin") return false;
  const own = publicUrl === null ? host : new URL(publicUrl).host;
  return !URL.canParse(origin) || new URL(origin).host !== own;
}
