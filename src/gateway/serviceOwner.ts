import type { FastifyRequest } from "fastify";
import { decodeJwt } from "jose";
import { PlatformError } from "../core/errors.ts";

/** How long a token's verification by the platform is cached, for the panel's own small records. */
const maxAge = 60_000;
const maxEntries = 1_000;
const TIMEOUT_MS = 10_000;

/** Asks the platform behind us who sent a request; administrators are keyed by platform origin. */
export function buildOwnerOf({ origin }: URL): (request: FastifyRequest) => Promise<string> {
  const known = new Map<string, number>();
  return async ({ headers }) => {
    const { authorization = "" } = headers;
    const id = claimedId(authorization);
    if (id === undefined) throw new PlatformError("not_logged_in");
    if ((known.get(authorization) ?? 0) < Date.now()) {
      await assertAccepted(origin, authorization, id);
      if (known.size >= maxEntries) known.clear();
      known.set(authorization, Date.now() + maxAge);
    }
    return `${origin} ${id}`;
  };
}

/** The owner that a token claims; only the platform can verify it. */
function claimedId(authorization: string): number | undefined {
  const token = authorization.replace(/^bearer /i, "");
  try {
    const { id } = decodeJwt(token);
    return typeof id === "number" && Number.isInteger(id) ? id : undefined;
  } catch {
    // Not a token at all.
    return undefined;
  }
}

/** Everybody may read their own account, and nobody else's token succeeds with this id. */
async function assertAccepted(origin: string, authorization: string, id: number): Promise<void> {
  const answer = await fetch(new URL(`/api/admins/${id}`, origin), {
    headers: { authorization, accept: "application/json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: Error) => {
    throw new PlatformError("platform_unreachable", {}, { cause });
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new PlatformError(answer.status >= 500 ? "platform_unreachable" : "invalid_token");
}
