import type { FastifyRequest } from "fastify";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { idOf } from "../../core/schema/ids.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { toUploadValue } from "../../core/validation/fileValue.ts";
import { summaries } from "../../generated/index.gen.ts";
import { requireBody } from "../http/body.ts";
import {
  collectionPath,
  itemHref,
  itemPath,
  type Link,
  listPathOf,
  nestedCollectionPath,
  toItem,
} from "../http/hal.ts";
import { ArrivingFile, readArriving } from "../http/multipart.ts";
import type { PlatformContext } from "../records/context.ts";
import { assertFileRoom } from "../records/files/fileRoom.ts";
import { appendTo, beginUpload, deleteUpload, endUpload } from "../records/files/uploadStore.ts";
import { idsAt } from "../records/operations/references.ts";
import type { OutgoingReference, ResourcePlan } from "../records/plan/resourcePlan.ts";
import type { Actor } from "../resourceHooks.ts";

type LinkedPlan = Pick<ResourcePlan, "name" | "descriptor" | "outgoing">;

/** A record with links to itself, its references, its children, and its journal. */
export function toItemBody(plan: LinkedPlan, record: WireRecord): Record<string, unknown> {
  const hrefs: Hrefs = {};
  for (const outgoing of plan.outgoing) {
    const { resource } = outgoing.reference;
    // An id alone is no address there.
    if (summaries[resource]?.parent?.nested) continue;
    for (const id of idsIn(outgoing, record)) add(hrefs, resource, itemPath(resource, id));
  }
  for (const { resource, reference } of plan.descriptor.children) {
    const id = encodeURIComponent(idOf(record));
    const isNested = summaries[resource]?.parent?.nested;
    add(
      hrefs,
      resource,
      isNested ? nestedCollectionPath(resource, id) : `${collectionPath(resource)}?${reference}=${id}`,
    );
  }
  if (plan.descriptor.journal) add(hrefs, "journal", `${itemHref(plan.name, idOf(record))}/journal/`);
  return toItem(plan.name, record, toLinks(hrefs), listPathOf(plan.descriptor, record));
}

/** Relation -> targets; most have one. */
type Hrefs = Record<string, string | Set<string>>;

function add(hrefs: Hrefs, resource: string, href: string): void {
  const rel = `ngcp:${resource}`;
  const current = hrefs[rel];
  if (current === undefined) hrefs[rel] = href;
  else if (typeof current !== "string") current.add(href);
  else if (current !== href) hrefs[rel] = new Set([current, href]);
}

/** A single link is an object, as clients expect; several are a list. */
function toLinks(hrefs: Hrefs): Record<string, Link | readonly Link[]> {
  const links: Record<string, Link | readonly Link[]> = {};
  for (const rel in hrefs) {
    const value = hrefs[rel] ?? "";
    links[rel] = typeof value === "string" ? { href: value } : [...value].map((href) => ({ href }));
  }
  return links;
}

function idsIn({ field, inner }: OutgoingReference, record: WireRecord): number[] {
  const value = record[field.name];
  // A hidden field must not leak through its link: it is not in the record.
  if (field.internal || value === undefined || value === null) return [];
  if (typeof value === "number" && inner.length === 0) return [value];
  // Lists within a list have too many ids for links.
  return inner.length > 1 ? [] : idsAt(record, [field.name, ...inner]).map(([, id]) => id);
}

interface IncomingWrite {
  readonly request: FastifyRequest;
  readonly actor: Actor;
  readonly plan: ResourcePlan;
}

/** A body to write: what is left of it is discarded if it is refused. */
interface ReceivedBody {
  readonly body: unknown;
  readonly discard: (refusal: unknown) => Promise<never>;
}

/**
 * Receives the body of a write. A file that is the body itself is stored first, while it arrives: a transaction would
 * hold the embedded engine for as long as its sender likes. The write takes it over, or it is discarded.
 */
export async function receiveBody(
  { db, readAs, settings: { fileRoom } }: Pick<PlatformContext, "db" | "readAs" | "settings">,
  { request, actor, plan }: IncomingWrite,
): Promise<ReceivedBody> {
  const body = requireBody(request);
  if (!(body instanceof ArrivingFile)) return { body, discard: async (refusal) => Promise.reject(refusal) };
  const { payload, given: otherFields, field } = body;
  const most = field.file?.maxBytes ?? 0;
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > most) throw new PlatformError("payload_too_large");
  const { now } = readAs(actor);
  const account = actor.adminId;
  await assertFileRoom(db, fileRoom, { account, bytes: length });
  const owner = { resource_name: plan.name, field: field.name, admin_id: account };
  const upload = await beginUpload(db, { ...owner, file_name: null, size: null }, now);
  const discard = async (refusal: unknown) => {
    await deleteUpload(db, upload);
    throw refusal;
  };
  try {
    const size = await appendTo(db, upload, readArriving(payload), { account, fileRoom, most, now });
    if (size === 0) throw new PlatformError("missing_upload");
    await endUpload(db, upload);
  } catch (refusal) {
    return discard(refusal);
  }
  const record = { ...otherFields, [field.name]: toUploadValue(upload.key) };
  // Messages show what was sent.
  request.body = record;
  return { body: record, discard };
}
