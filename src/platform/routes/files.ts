import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { FieldDescriptor, FileDescriptor } from "../../core/descriptor.ts";
import { notFound, PlatformError, validationFailed } from "../../core/errors.ts";
import { fieldError } from "../../core/validate.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor } from "../entityHooks.ts";
import { loadFile } from "../files/fileStore.ts";
import { collectionPath, itemPath } from "../http/hal.ts";
import { parseId, queryOf } from "../http/query.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { visibleTo } from "../query/visible.ts";
import { selectRows } from "../work/store.ts";

type ItemRequest = FastifyRequest<{ Params: { id: string } }>;

/** A picture may be a page with scripts in disguise; nothing of it runs, wherever it is opened. */
const inert = {
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "private, no-cache",
} as const;

/** `GET /api/<download>/{id}`, and by `?reseller_id=` where a resource is scoped: the contents of files. */
export function registerFiles(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  for (const field of plan.descriptor.fields) {
    const { file } = field;
    if (file?.download === undefined) continue;
    const { download } = file;

    app.get(itemPath(download, ":id"), async (request: ItemRequest, reply) => {
      const actor = await readerOf(context, plan, request);
      const reading = context.readAs(actor);
      const row = await context.findVisible(reading, plan.name, parseId(request.params.id) ?? -1);
      return sendFile(context, { plan, field, file, id: row.id }, reply);
    });

    const { scope } = plan.descriptor;
    if (scope === undefined) continue;
    app.get(collectionPath(download), async (request, reply) => {
      const actor = await readerOf(context, plan, request);
      const owner = ownerIn(actor, queryOf(request).get(scope), scope);
      const isOwners = sql<boolean>`${sql.ref(`${rootAlias}.${scope}`)} = ${owner}`;
      const [row] = await selectRows(context.db, plan, [...visibleTo(plan, actor), isOwners]);
      if (!row) throw notFound(download, owner);
      return sendFile(context, { plan, field, file, id: row.id }, reply);
    });
  }
}

async function readerOf(context: PlatformContext, plan: ResourcePlan, request: FastifyRequest): Promise<Actor> {
  const actor = await context.actorOf(request);
  context.assertCan(actor, plan.descriptor, "lookup");
  return actor;
}

/** Whose file is meant: who belongs to a reseller sees that one's only, all others have to say. */
function ownerIn({ resellerId }: Actor, given: string | undefined, scope: string): number {
  if (resellerId !== null) return resellerId;
  const id = /^\d{1,9}$/.test(given ?? "") ? Number(given) : undefined;
  if (id === undefined) throw validationFailed([fieldError(`/${scope}`, "required")]);
  return id;
}

interface FileOf {
  readonly plan: ResourcePlan;
  readonly field: FieldDescriptor;
  readonly file: FileDescriptor;
  readonly id: number;
}

async function sendFile(
  { db }: PlatformContext,
  { plan, field, file, id }: FileOf,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stored = await loadFile(db, plan, id, field.name);
  if (!stored) {
    const isPicture = file.types.every((type) => type.startsWith("image/"));
    throw isPicture ? new PlatformError("no_image") : notFound(file.download ?? plan.name, id);
  }
  const name = encodeURIComponent(stored.file_name ?? field.name);
  return reply
    .headers(inert)
    .header("Content-Disposition", `attachment; filename*=UTF-8''${name}`)
    .type(stored.media_type)
    .send(Buffer.from(stored.content));
}
