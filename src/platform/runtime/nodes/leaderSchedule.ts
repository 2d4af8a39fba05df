import type { FastifyInstance } from "fastify";
import type { Node } from "./node.ts";

/**
 * Does what nobody asks for while the platform is ready and the node has the lead: as soon as both are so and every
 * `everyMs`, one round after the other; null: never. A round that fails is logged, as the next one repeats it; one
 * whose node loses the lead has to stop. Closing waits for a running round, before the caller closes the database.
 */
export function runOnLeader(
  app: FastifyInstance,
  node: Pick<Node, "leads" | "onLead">,
  everyMs: number | null,
  runRound: (isStopped: () => boolean) => Promise<unknown>,
): void {
  if (everyMs === null) return;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    if (!node.leads()) return;
    const isStopped = () => isClosed || !node.leads();
    running = running.then(() => runRound(isStopped).catch((error: unknown) => app.log.error(error)));
  };
  node.onLead(() => {
    if (timer) next();
  });
  app.addHook("onReady", async () => {
    timer = setInterval(next, everyMs).unref();
    next();
  });
  app.addHook("onClose", async () => {
    isClosed = true;
    clearInterval(timer);
    await running;
  });
}
