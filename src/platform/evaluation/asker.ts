import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ContextValue } from "../db/contextValue.ts";
import { runRequests } from "../http/requestContext.ts";
import { abortOnDisconnect } from "../http/sendMessages.ts";

/** Milliseconds that all evaluations of a request may take together. */
export const MAX_REQUEST_MS = 2_000;

/** Within a transaction others may wait: what cannot be evaluated before has this long, and more for each of its parts. */
export const MAX_TRANSACTION_MS = 300;
const MAX_PART_MS = 5;

/** On whose behalf something is evaluated. */
export interface Asker {
  readonly account: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** Shared by all evaluations of a request. */
  readonly budget: { left: number };
  /** Evaluations that may wait for their turn. */
  readonly mostWaiting?: number;
  /** Within a transaction: answers that it needs, and could not wait for. */
  readonly answers?: ReadonlyMap<string, unknown> | undefined;
}

const asking = new ContextValue<Asker>();

/** Without a request, as for scheduled work, the server itself asks. */
export function currentAsker(): Asker {
  return asking.get() ?? { account: "server", budget: { left: MAX_REQUEST_MS } };
}

/** A budget for many: some milliseconds for each. */
export function budgetFor(count: number, least: number): Asker["budget"] {
  return { left: least + MAX_PART_MS * count };
}

export function asAsker<T>(asker: Partial<Asker>, run: () => T): T {
  // Other members are inherited and not copied: reading the signal would make it.
  return asking.run(Object.create(currentAsker(), Object.getOwnPropertyDescriptors(asker)), run);
}

interface Sender extends Asker {
  account: string;
  /** Until the request is answered: what a context still refers to then would keep the whole request alive. */
  reply: FastifyReply | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    asker?: Sender;
  }
}

/** Knows who asks wherever something is evaluated for a request. */
export function registerAskers(app: FastifyInstance): void {
  app.decorateRequest("asker");
  runRequests(app, (request, reply, done) => {
    request.asker ??= senderOf(request, reply);
    asking.run(request.asker, done);
  });
  app.addHook("onResponse", (request, _reply, done) => {
    if (request.asker) request.asker.reply = undefined;
    done();
  });
}

function senderOf({ ip }: FastifyRequest, reply: FastifyReply): Sender {
  let signal: AbortSignal | undefined;
  return {
    account: ip,
    budget: { left: MAX_REQUEST_MS },
    reply,
    // Few requests evaluate anything.
    get signal() {
      if (this.reply) signal ??= abortOnDisconnect(this.reply);
      return signal;
    },
  };
}

/** Callers are known by their account from now on, wherever they ask from. */
export function setAskerAccount(request: FastifyRequest, adminId: number): void {
  if (request.asker) request.asker.account = `account ${adminId}`;
}
