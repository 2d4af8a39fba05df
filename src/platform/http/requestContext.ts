import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

type RunRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/**
 * Runs requests in a context of their own: `run` calls `done` within it, a second time once a body has been read, which
 * arrives in the context of its connection.
 */
export function runRequests(app: FastifyInstance, run: RunRequest): void {
  app.addHook("onRequest", run);
  app.addHook("preValidation", (request, reply, done) => {
    if (request.method === "GET") done();
    else run(request, reply, done);
  });
}
