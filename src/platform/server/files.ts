import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { FieldDescriptor, FileDescriptor } from "../../core/schema/descriptor.ts";
import { notFound, PlatformError } from "../../core/validation/errors.ts";
import { fileTypeNames } from "../../core/validation/fileValue.ts";
import { collectionPath, itemPath } from "../http/hal.ts";
import { attachmentHeader, type ItemRequest, parseId, type Query, queryOf } from "../http/query.ts";
import { ownerIn } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";
import { loadFile, type StoredFile } from "../records/files/fileStore.ts";
import { parseByteRange, sendStreamed } from "../records/files/sendUpload.ts";
import { type ResourcePlan, rootAlias } from "../records/plan/resourcePlan.ts";
import { findVisible, selectRows, visibleTo } from "../records/query/selectRows.ts";
import type { Actor, Row } from "../resourceHooks.ts";

/** An image may be a page with scripts in disguise; none of it runs, wherever it is opened. */
export function sandboxHeaders(type: string): Readonly<Record<string, string>> {
  // Browsers show no PDF in a sandbox, and run none of its scripts here.
  const isolation = type === "application/pdf" ? "object-src 'self'" : "sandbox";
  return {
    "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; ${isolation}`,
    "X-Content-Type-Options": "nosniff",
  };
}

/** `GET /api/<download>/{id}`, or with `?reseller_id=` for scoped resources: the contents of files. */
export function registerFiles(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  for (const [download, files] of byDownload(plan)) {
    // The record's own route serves its own path.
    if (download === plan.name) continue;
    app.get(itemPath(download, ":id"), async (request: ItemRequest, reply) => {
      const actor = await context.callerWith(request, "lookup", plan.descriptor);
      const query = queryOf(request);
      const { field, file } =
        files.find(({ file: { typeParameter } }) => typeParameter && typeParameter === query.get("type")) ?? files[0];
      assertFormat(file, query);
      const readContext = context.readAs(actor);
      const row = await context.findVisible(readContext, plan.name, parseId(request.params.id) ?? -1);
      return sendFile(context, { plan, field, file, actor, row }, reply);
    });

    const { scope } = plan.descriptor;
    // The owner only identifies the file when each has exactly one.
    if (scope === undefined || !plan.fields.get(scope)?.unique) continue;
    app.get(collectionPath(download), async (request, reply) => {
      const actor = await context.callerWith(request, "lookup", plan.descriptor);
      const owner = ownerIn(actor, queryOf(request).get(scope), scope);
      const isOwners = sql<boolean>`${sql.ref(`${rootAlias}.${scope}`)} = ${owner}`;
      const [row] = await selectRows(context.db, plan, [...visibleTo(plan, actor), isOwners]);
      if (!row) throw notFound(download, owner);
      const [{ field, file }] = files;
      return sendFile(context, { plan, field, file, actor, row }, reply);
    });
  }
}

/** Endpoint -> its files, the first of which is sent unless another one is requested. */
function byDownload({ descriptor }: ResourcePlan): ReadonlyMap<string, readonly [FileOf, ...FileOf[]]> {
  const filesByEndpoint = new Map<string, [FileOf, ...FileOf[]]>();
  for (const field of descriptor.fields) {
    const { file } = field;
    if (file?.download === undefined) continue;
    const files = filesByEndpoint.get(file.download);
    if (files) files.push({ field, file });
    else filesByEndpoint.set(file.download, [{ field, file }]);
  }
  return filesByEndpoint;
}

/** The file to send instead of the record, to clients that accept its type and no JSON; or to all that accept no JSON. */
export function negotiateFile({ descriptor, name }: ResourcePlan, { headers }: FastifyRequest): FileOf | undefined {
  const accept = headers.accept ?? "";
  const field = descriptor.fields.find(({ file }) => file?.download === name);
  if (!field?.file || /application\/(?:hal\+)?json/.test(accept)) return undefined;
  const isAccepted = !accept.includes("*/*") && field.file.types.some((type) => accept.includes(type));
  return isAccepted || field.file.defaultRepresentation ? { field, file: field.file } : undefined;
}

/** Files have a single format; another one must not be promised. */
export function assertFormat({ formatParameter, types }: FileDescriptor, query: Query): void {
  const requestedFormat = query.get("format");
  if (!formatParameter || requestedFormat === undefined) return;
  const kinds = fileTypeNames(types);
  if (!kinds.some((kind) => kind.toLowerCase() === requestedFormat.toLowerCase())) {
    throw new PlatformError("file_format", { kinds });
  }
}

interface FileOf {
  readonly field: FieldDescriptor;
  readonly file: FileDescriptor;
}

/** Files at the URLs of the older panel, which shows them. */
export function registerLegacyFiles(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  for (const field of plan.descriptor.fields) {
    const { file } = field;
    if (file?.legacyPath === undefined) continue;
    app.get(file.legacyPath.replace("{id}", ":id"), async (request: ItemRequest, reply) => {
      const actor = await context.callerWith(request, "lookup", plan.descriptor);
      const row = await context.findVisible(context.readAs(actor), plan.name, parseId(request.params.id) ?? -1);
      return sendFile(context, { plan, field, file, actor, row, isShown: true }, reply);
    });
  }
}

interface SentFile extends FileOf {
  readonly plan: ResourcePlan;
  readonly actor: Actor;
  readonly row: Row;
  /** In the browser, instead of as a download. */
  readonly isShown?: boolean;
}

export async function sendFile(context: PlatformContext, sent: SentFile, reply: FastifyReply): Promise<FastifyReply> {
  const { plan, field, file, row, isShown = false } = sent;
  const { id } = row;
  if (file.streamed) return sendStreamed(context.db, { plan, field, file, row }, reply);
  const storedFile = await loadNoted(context, sent, reply.request);
  const { download = plan.name, fallbackToFirst } = file;
  const [first] = byDownload(plan).get(download) ?? [];
  if (!storedFile && fallbackToFirst && first)
    return sendFile(context, { ...sent, ...first }, reply.header("Content-Location", itemPath(download, id)));
  if (!storedFile) {
    const isPicture = file.types.every((type) => type.startsWith("image/"));
    throw isPicture ? new PlatformError("no_image") : notFound(download, id);
  }
  const type = (file.servedAs === undefined ? null : row[file.servedAs]) ?? storedFile.media_type;
  reply
    .headers(sandboxHeaders(String(type)))
    .header("Accept-Ranges", "bytes")
    .header("Content-Disposition", isShown ? "inline" : attachmentHeader(nameFor(storedFile, `${plan.name}-${id}`)))
    .type(String(type));
  return sendRequestedRange(Buffer.from(storedFile.content), reply);
}

/** The file, if any. Where the resource notes who is sent it, reading and note are one transaction. */
async function loadNoted(
  { db, inTransaction }: PlatformContext,
  { plan, field, actor, row: { id } }: SentFile,
  { ip, method }: FastifyRequest,
): Promise<StoredFile | undefined> {
  const { afterFileSent: noteSent } = plan.hooks;
  // HEAD sends nothing of it.
  if (!noteSent || method === "HEAD") return loadFile(db, plan, id, field.name);
  return inTransaction(actor, async (unit) => {
    const row = await findVisible(unit, plan, id);
    const storedFile = await loadFile(unit.db, plan, id, field.name);
    if (storedFile) await noteSent({ context: unit, row, ip });
    return storedFile;
  });
}

/** The original name, with an extension that programs recognise. */
function nameFor({ file_name, media_type }: StoredFile, other: string): string {
  const name = file_name || other;
  const [ending = ""] = fileTypeNames([media_type]).map((kind) => kind.toLowerCase());
  return /\.\w{2,4}$/.test(name) ? name : `${name}.${ending}`;
}

/** The whole file, or the requested range: players seek with range requests. */
function sendRequestedRange(content: Buffer, reply: FastifyReply): FastifyReply {
  const { headers } = reply.request;
  // Files have no version for If-Range to match: send the whole file.
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
