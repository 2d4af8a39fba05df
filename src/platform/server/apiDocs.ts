import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { can, canOpen } from "../../core/access/access.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { collectionPath } from "../http/hal.ts";
import { languageOf } from "../http/language/requestLanguage.ts";
import { readGrant } from "../records/actor.ts";
import { openApiDocument } from "../records/apiDocs/openApi.ts";
import { accessErrorPage, documentationPage, groupResources, type PageTexts } from "../records/apiDocs/page.ts";
import { resourceSection } from "../records/apiDocs/resourceSection.ts";
import type { PlatformContext } from "../records/context.ts";
import type { Actor } from "../resourceHooks.ts";

/** Data or a page, and the page in the reader's language. */
const variesBy = "Accept, Accept-Language, Cookie";

/**
 * `GET /api/`: the index of collections; for browsers the documentation of everything that the reader's role may use,
 * rendered from the OpenAPI document. Requires a login and the right `doc.api`.
 */
export function registerApiRoot(app: FastifyInstance, context: PlatformContext): void {
  app.get(
    "/api/",
    { errorHandler: (error, request, reply) => sendAccessError(context, error, request, reply) },
    async (request, reply) => {
      const actor = await context.actorOf(request);
      reply.header("vary", variesBy);
      if (!wantsPage(request)) return indexFor(context, actor);
      if (!canOpen(actor, "doc.api")) throw new PlatformError("forbidden");
      const words = { texts: await context.textsFor(request), language: languageOf(request) };
      return sendPage(reply, 200, documentationFor(context, actor, originOf(request), words));
    },
  );
}

/** A browser that opens the URL; programs that accept anything get the index. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") ?? false;
}

function indexFor({ plans, computed }: PlatformContext, actor: Actor): object {
  const collections = [...plans.values(), ...computed.values()]
    .filter(({ descriptor }) => descriptor.operations.includes("list") && readGrant(actor, descriptor) !== "none")
    .map(({ descriptor: { name } }) => [`ngcp:${name}`, [{ href: collectionPath(name) }]] as const);
  return { _links: { self: { href: "/api/" }, ...Object.fromEntries(collections) } };
}

function documentationFor(
  { plans, computed }: PlatformContext,
  actor: Actor,
  origin: string,
  { texts, language }: PageTexts,
): string {
  const descriptors = [...plans.values(), ...computed.values()]
    .map(({ descriptor }) => descriptor)
    // Some can only be created: they do something, and leave no record to read.
    .filter((descriptor) => readGrant(actor, descriptor) !== "none" || can(actor, descriptor, "create"));
  const sections = new Map(
    descriptors.map((descriptor) => {
      const may = (right: "read" | "create" | "update" | "delete") =>
        right === "read" ||
        can(actor, descriptor, right) ||
        can(actor, descriptor, right, { record: { id: actor.adminId } });
      const document = openApiDocument();
      return [descriptor.name, resourceSection({ texts, document, descriptor, origin, may })] as const;
    }),
  );
  return documentationPage({ texts, language, origin, entries: groupResources(descriptors), sections });
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}

/** Browsers get a page that says what to do; other errors go to the common error handler. */
async function sendAccessError(context: PlatformContext, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const status = error instanceof PlatformError ? error.status : undefined;
  if (!wantsPage(request) || (status !== 401 && status !== 403)) throw error;
  const kind = status === 401 ? "login" : "forbidden";
  const page = accessErrorPage({ texts: await context.textsFor(request), language: languageOf(request) }, kind);
  return sendPage(reply, status, page);
}

function sendPage(reply: FastifyReply, status: number, page: string) {
  return reply
    .code(status)
    .header("vary", variesBy)
    .header("cache-control", "private, no-cache")
    .type("text/html; charset=utf-8")
    .send(page);
}
