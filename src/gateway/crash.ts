import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { toLoggable } from "../platform/http/toLoggable.ts";

/** How long what is open has to end. */
const GRACE_MS = 5_000;

/**
 * After an error that nobody has caught the process can no longer be trusted: it logs one line, gives open requests a
 * moment, and ends with status 1, so that whatever runs it starts it again. `close` ends everything and may fail or hang.
 * Without a reader of its log it goes on.
 */
export function endAfterCrash(log: Pick<FastifyBaseLogger, "fatal">, close: () => Promise<void>): void {
  // Whoever read the log has gone, which is no crash: its line would be the next, and so on for ever.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  let isEnding = false;
  const end = async (error: unknown, reason: string) => {
    log.fatal({ reason, error: toLoggable(error) }, "crashed");
    // What else breaks meanwhile is logged only.
    if (isEnding) return;
    isEnding = true;
    await Promise.race([close().catch(() => undefined), pause(GRACE_MS)]);
    process.exit(1);
  };
  process.on("uncaughtException", (error, reason) => void end(error, reason));
  // Node makes an exception of a rejection only where nobody listens to it.
  process.on("unhandledRejection", (error) => void end(error, "unhandledRejection"));
}
