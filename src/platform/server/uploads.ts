import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { can } from "../../core/access/access.ts";
import type { FileDescriptor, Json, WireRecord } from "../../core/schema/descriptor.ts";
import { fieldError, notFound, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { fileError } from "../../core/validation/validateRecord.ts";
import { requireBody } from "../http/body.ts";
import { collectionPath, itemPath } from "../http/hal.ts";
import { asRecord } from "../http/jsonText.ts";
import { readArriving } from "../http/multipart.ts";
import type { PlatformContext } from "../records/context.ts";
import {
  appendTo,
  chunkBytes,
  createResumableUpload,
  deleteUpload,
  findPendingUpload,
  type UploadRow,
} from "../records/files/uploadStore.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import type { Actor } from "../resourceHooks.ts";

const name = "uploads";
/** The number of bytes that clients send at once: with two stored rows, a lost connection costs little. */
const pieceBytes = 2 * chunkBytes;

type UploadRequest = FastifyRequest<{ Params: { key: string } }>;

/**
 * Uploads that go on after a lost connection, before there is a record for them; as in the core of the tus protocol.
 * `POST /api/uploads/` with `size` in bytes, `filename`, `resource` and `field` begins one, `PATCH` with the header
 * `Upload-Offset` appends to it, `HEAD` and `GET` tell the offset, `DELETE` cancels it. The record then has
 * `upload:<id>` in its field. Each account sees its own only.
 */
export function registerUploads(app: FastifyInstance, context: PlatformContext): void {
  const path = itemPath(name, ":key");
  // Before the body is read: those who may change nothing that has such a file may send none.
  const onRequest = async (request: FastifyRequest) => assertMaySend(context, await context.actorOf(request));

  app.post(collectionPath(name), { onRequest }, async (request, reply) => {
    const actor = await context.actorOf(request);
    const body = asRecord(requireBody(request));
    const { resource, field, file } = targetIn(context, body);
    assertMayChange(context, actor, resource);
    const wish = {
      ...{ resource_name: resource.name, field, admin_id: actor.adminId },
      ...{ file_name: nameIn(body), size: sizeIn(file, body) },
    };
    const upload = await context.inTransaction(actor, (unit) => createResumableUpload(unit, wish));
    reply.code(201).header("Location", itemPath(name, upload.key));
    return { ...toBody(upload), chunk_size: pieceBytes };
  });

  app.get(path, async (request: UploadRequest, reply) => {
    const { upload } = await findOwnUpload(context, request);
    sendProgressHeaders(reply, upload);
    return toBody(upload);
  });

  const config = { contentTypes: ["application/offset+octet-stream", "application/octet-stream"], isStream: true };
  app.patch(path, { config, onRequest }, async (request: UploadRequest, reply) => {
    const { actor, upload } = await findOwnUpload(context, request);
    const offset = request.headers["upload-offset"];
    if (typeof offset !== "string" || !/^\d{1,15}$/.test(offset)) throw new PlatformError("bad_request");
    const { db, settings } = context;
    const { now } = context.readAs(actor);
    const most = upload.size ?? 0;
    const { fileRoom } = settings;
    sendProgressHeaders(reply, upload);
    if (Number(offset) !== upload.received) throw new PlatformError("upload_offset");
    if (Number(offset) + Number(request.headers["content-length"] ?? 0) > most) {
      throw new PlatformError("payload_too_large");
    }
    const content = requireBody(request);
    if (!(content instanceof Readable)) throw new PlatformError("missing_body");
    const received = await appendTo(db, upload, readArriving(content), {
      account: actor.adminId,
      fileRoom,
      most,
      now,
    });
    sendProgressHeaders(reply, { ...upload, received });
    return reply.code(204).send();
  });

  app.delete(path, { onRequest }, async (request: UploadRequest, reply) => {
    const { upload } = await findOwnUpload(context, request);
    await deleteUpload(context.db, upload);
    return reply.code(204).send();
  });
}

async function findOwnUpload(
  context: PlatformContext,
  request: UploadRequest,
): Promise<{ readonly actor: Actor; readonly upload: UploadRow }> {
  const actor = await context.actorOf(request);
  const { key } = request.params;
  const upload = await findPendingUpload(context.db, key, actor.adminId, context.readAs(actor).now);
  if (!upload) throw notFound(name, key);
  return { actor, upload };
}

function sendProgressHeaders(reply: FastifyReply, { received, size }: UploadRow): void {
  reply.header("Upload-Offset", received).header("Upload-Length", size);
}

function toBody({ key, file_name, received, size }: UploadRow) {
  return { id: key, filename: file_name, offset: received, size };
}

function assertMayChange(context: PlatformContext, actor: Actor, { descriptor }: ResourcePlan): void {
  context.assertCan(actor, descriptor, can(actor, descriptor, "create") ? "create" : "update");
}

function assertMaySend(context: PlatformContext, actor: Actor): void {
  const targets = streamedFiles(context).map(({ resource }) => resource);
  const isTheirs = ({ descriptor }: ResourcePlan) =>
    can(actor, descriptor, "create") || can(actor, descriptor, "update");
  const target = targets.find(isTheirs);
  if (!target) throw new PlatformError("forbidden");
  assertMayChange(context, actor, target);
}

function streamedFiles({ plans }: Pick<PlatformContext, "plans">) {
  return [...plans.values()].flatMap((resource) =>
    resource.descriptor.fields.flatMap(({ name: field, file }) => (file?.streamed ? [{ resource, field, file }] : [])),
  );
}

/** The streamed file that is to be sent; without a field's name the resource's first. */
function targetIn(context: Pick<PlatformContext, "plans">, params: Readonly<Record<string, Json | undefined>>) {
  const files = streamedFiles(context);
  const ofResource = files.filter(({ resource }) => resource.name === params.resource);
  const match = ofResource.find(({ field }) => (params.field ?? field) === field);
  if (match) return match;
  const [pointer, allowedValues] =
    ofResource.length > 0
      ? ["/field", ofResource.map(({ field }) => field)]
      : ["/resource", [...new Set(files.map(({ resource }) => resource.name))]];
  throw validationFailed([fieldError(pointer, "enum", { allowedValues })]);
}

function sizeIn({ maxBytes }: FileDescriptor, body: WireRecord): number {
  const { size } = body;
  if (typeof size !== "number" || !Number.isInteger(size) || size < 0)
    throw validationFailed([fieldError("/size", "type", { type: "integer" })]);
  if (size === 0) throw validationFailed([fileError("/size", { rule: "empty", params: {} })]);
  const kilobytes = Math.floor(maxBytes / 1024);
  if (size > maxBytes) throw validationFailed([fileError("/size", { rule: "size", params: { kilobytes } })]);
  return size;
}

/** The file's name, as far as it can be stored. */
function nameIn({ filename: given }: WireRecord): string | null {
  return typeof given === "string" ? given.toWellFormed().replaceAll("\0", "").slice(0, 255) : null;
}
