import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { FieldDescriptor, FileDescriptor } from "../../core/descriptor.ts";
import { notFound, PlatformError, validationFailed } from "../../core/errors.ts";
import { kindsOf } from "../../core/fileValue.ts";
import { fieldError } from "../../core/validate.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor } from "../entityHooks.ts";
import { loadFile } from "../files/fileStore.ts";
import { parseByteRange } from "../http/byteRange.ts";
import { collectionPath, itemPath } from "../http/hal.ts";
import { parseId, type Query, queryOf } from "../http/query.ts";
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

    // At the record's own address it is the record's route that answers.
    if (download === plan.name) continue;
    app.get(itemPath(download, ":id"), async (request: ItemRequest, reply) => {
      const actor = await readerOf(context, plan, request);
      assertFormat(file, queryOf(request));
      const reading = context.readAs(actor);
      const row = await context.findVisible(reading, plan.name, parseId(request.params.id) ?? -1);
      return sendFile(context, { plan, field, file, id: row.id }, reply);
    });

    const { scope } = plan.descriptor;
    // Whose it is tells which one is meant only where everybody has one.
    if (scope === undefined || !plan.fields.get(scope)?.unique) continue;
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

/** The file that an address of a record gives instead of the record, to who accepts its type and no JSON. */
export function fileWanted({ descriptor, name }: ResourcePlan, { headers }: FastifyRequest): FileOf | undefined {
  const accept = headers.accept ?? "";
  if (accept.includes("application/json") || accept.includes("*/*")) return undefined;
  const field = descriptor.fields.find(({ file }) => file?.download === name);
  return field?.file?.types.some((type) => accept.includes(type)) ? { field, file: field.file } : undefined;
}

/** Files are kept and given in one format; who asks for another would take it for that. */
export function assertFormat({ format, types }: FileDescriptor, query: Query): void {
  const asked = query.get("format");
  if (!format || asked === undefined) return;
  const kinds = kindsOf(types);
  if (!kinds.some((kind) => kind.toLowerCase() === asked.toLowerCase())) {
    throw new PlatformError("file_format", { kinds });
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
  readonly field: FieldDescriptor;
  readonly file: FileDescriptor;
}

export async function sendFile(
  { db }: PlatformContext,
  { plan, field, file, id }: FileOf & { readonly plan: ResourcePlan; readonly id: number },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stored = await loadFile(db, plan, id, field.name);
  if (!stored) {
    const isPicture = file.types.every((type) => type.startsWith("image/"));
    throw isPicture ? new PlatformError("no_image") : notFound(file.download ?? plan.name, id);
  }
  const name = encodeURIComponent(stored.file_name ?? field.name);
  reply
    .headers(inert)
    .header("Accept-Ranges", "bytes")
    .header("Content-Disposition", `attachment; filename*=UTF-8''${name}`)
    .type(stored.media_type);
  return sendWanted(Buffer.from(stored.content), reply);
}

/** The whole file, or the part that is asked for: a player that is told to go on at a place asks for the rest only. */
function sendWanted(content: Buffer, reply: FastifyReply): FastifyReply {
  const { headers } = reply.request;
  // A condition on the file's version can not be met, as files have none: such a request is for the whole.
  const range = headers["if-range"] === undefined ? parseByteRange(headers.range, content.length) : undefined;
  if (range === undefined) return reply.send(content);
  if (range === "outside") {
    reply.header("Content-Range", `bytes */${content.length}`);
    throw new PlatformError("range_outside", { size: content.length });
  }
  const { from, to } = range;
  return reply
    .code(206)
    .header("Content-Range", `bytes ${from}-${to}/${content.length}`)
    .send(content.subarray(from, to + 1));
}
