import type { FastifyRequest } from "fastify";
import { PlatformError } from "../../core/validation/errors.ts";
import { toUploadValue } from "../../core/validation/fileValue.ts";
import { requireBody } from "../http/body.ts";
import { ArrivingFile, readArriving } from "../http/rawFile.ts";
import type { PlatformContext } from "../records/context.ts";
import { assertFileRoom } from "../records/files/fileRoom.ts";
import { appendTo, beginUpload, deleteUpload, endUpload } from "../records/files/uploadStore.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import type { Actor } from "../resourceHooks.ts";

interface IncomingWrite {
  readonly request: FastifyRequest;
  readonly actor: Actor;
  readonly plan: ResourcePlan;
}

/**
 * Runs a write with the request's body. A file that is the body itself is stored first, while it arrives: a transaction
 * would hold the embedded engine for as long as its sender likes. The write takes it over, or it is dropped.
 */
export async function withRequestBody<T>(
  { db, readAs, settings: { fileRoom } }: Pick<PlatformContext, "db" | "readAs" | "settings">,
  { request, actor, plan }: IncomingWrite,
  write: (body: unknown) => Promise<T>,
): Promise<T> {
  const body = requireBody(request);
  if (!(body instanceof ArrivingFile)) return write(body);
  const { payload, given: otherFields, field } = body;
  const most = field.file?.maxBytes ?? 0;
  if (Number(request.headers["content-length"] ?? 0) > most) throw new PlatformError("payload_too_large");
  const { now } = readAs(actor);
  const account = actor.adminId;
  await assertFileRoom(db, fileRoom, { account, bytes: Number(request.headers["content-length"] ?? 0) });
  const owner = { resource_name: plan.name, field: field.name, admin_id: actor.adminId };
  const upload = await beginUpload(db, { ...owner, file_name: null, size: null }, now);
  try {
    const size = await appendTo(db, upload, readArriving(payload), { account, fileRoom, most, now });
    if (size === 0) throw new PlatformError("missing_upload");
    await endUpload(db, upload);
    const record = { ...otherFields, [field.name]: toUploadValue(upload.key) };
    // Messages show what was sent.
    request.body = record;
    return await write(record);
  } catch (error) {
    await deleteUpload(db, upload);
    throw error;
  }
}
