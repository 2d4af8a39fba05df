import type { FastifyInstance, FastifyRequest } from "fastify";
import { idOf } from "../../core/schema/ids.ts";
import { type PreferenceKind, preferenceKindOf } from "../../core/telephony/preferenceKind.ts";
import { setsAdminOnly } from "../../core/telephony/preferences.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { collectionPath, toCollection, toItem } from "../http/hal.ts";
import { type ItemRequest, queryOf } from "../http/query.ts";
import { toWireRecord } from "../preferences/preferenceRecord.ts";
import { loadActiveValues } from "../preferences/preferencesInForce.ts";
import type { PlatformContext } from "../records/context.ts";
import { assertOwnersCan, findPreferenceOwner } from "../records/preferenceOwner.ts";
import type { ReadContext } from "../resourceHooks.ts";
import { listOwners, ownerLink, sendPreferenceFile } from "./preferences.ts";

const resource = "activesubscriberpreferences";
const path = collectionPath(resource);

/** `GET /api/activesubscriberpreferences/`: what is in force at subscribers; with `location_ip`, at an address. */
export function registerActivePreferences(app: FastifyInstance, context: PlatformContext): void {
  const kind = preferenceKindOf("subscribers");
  if (!kind || !context.plans.has("subscribers")) return;

  app.get(path, async (request) => {
    const readContext = await readContextOf(context, kind, request);
    const query = queryOf(request);
    const page = await listOwners(context, readContext, kind, query);
    const ids = page.records.map((record) => Number(idOf(record)));
    const values = await loadActiveValues(readContext.db, ids, query.get("location_ip"));
    const records = ids.map((id, index) => toWireRecord(kind, id, values[index] ?? {}));
    return toCollection(resource, path, { ...page, records }, query);
  });

  app.get(`${path}:id`, async (request: ItemRequest, reply) => {
    const readContext = await readContextOf(context, kind, request);
    const { id } = await findPreferenceOwner(context, readContext, kind, request.params.id);
    const query = queryOf(request);
    const [values = {}] = await loadActiveValues(readContext.db, [id], query.get("location_ip"));
    const file = query.get("preference");
    if (file !== undefined) return sendPreferenceFile(reply, resource, id, file, values);
    return toItem(resource, toWireRecord(kind, id, values), ownerLink(kind, id));
  });
}

/** Customer care reads subscribers, but not this. */
async function readContextOf(
  context: PlatformContext,
  kind: PreferenceKind,
  request: FastifyRequest,
): Promise<ReadContext> {
  const actor = await context.actorOf(request);
  assertOwnersCan(context, actor, kind, "read");
  if (!setsAdminOnly(actor.role)) throw new PlatformError("forbidden");
  return context.readAs(actor);
}
