import type { FastifyInstance } from "fastify";

/**
 * Answers that are given while the server closes end their connection. Left open for further requests, as browsers
 * leave it, it would keep the process from ending until it times out.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });
}
