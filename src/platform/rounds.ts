import type { FastifyInstance } from "fastify";

/**
 * Does what nobody asks for while the platform is ready: now and every `everyMs`, one round after the other; null:
 * never. A round that fails is logged, as the next one repeats it. Closing waits for a running round, before the caller
 * closes the database.
 */
export function runInRounds(
  app: FastifyInstance,
  everyMs: number | null,
  round: (isStopped: () => boolean) => Promise<unknown>,
): void {
  if (everyMs === null) return;
  let hasEnded = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    running = running.then(() => round(() => hasEnded).catch((error: unknown) => app.log.error(error)));
  };
  app.addHook("onReady", async () => {
    timer = setInterval(next, everyMs).unref();
    next();
  });
  app.addHook("onClose", async () => {
    hasEnded = true;
    clearInterval(timer);
    await running;
  });
}
