import type { FastifyInstance } from "fastify";
import { PlatformError } from "../core/errors.ts";

/** How long a shutdown waits for pending responses, and for exports, which take longer to read. */
const graceMs = 5_000;
const exportGraceMs = 60_000;

/**
 * Responses sent while the server closes end their connection: kept alive, as browsers do, it would block the exit
 * until it times out. New requests on an open connection get a Retry-After. Connections that remain after the grace
 * period are cut; exports would be truncated, and get time to finish.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  const exports = new Set<Promise<void>>();
  const cut = async () => {
    const tooLong = new Promise<void>((resolve) => setTimeout(resolve, exportGraceMs - graceMs).unref());
    await Promise.race([Promise.all(exports), tooLong]);
    app.server.closeAllConnections();
  };
  app.addHook("preClose", (done) => {
    isClosing = true;
    setTimeout(cut, graceMs).unref();
    done();
  });
  app.addHook("onRequest", (_request, _reply, done) => {
    done(isClosing ? new PlatformError("stopping") : undefined);
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    if (String(reply.getHeader("content-type")).startsWith("text/csv")) {
      const read = new Promise<void>((resolve) => reply.raw.once("close", resolve)).finally(() => exports.delete(read));
      exports.add(read);
    }
    done(null, payload);
  });
}
