import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { can } from "../../../core/access/access.ts";
import { certificates } from "../../../core/api/certificates.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { idOf } from "../../../core/schema/ids.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { fieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { toRfc3339 } from "../../../core/values/dateTime.ts";
import { bodyOf, type RequestBody, requireBody } from "../../http/body.ts";
import { collectionPath, itemPath, toCollection, toItem } from "../../http/hal.ts";
import { asRecord } from "../../http/jsonText.ts";
import { type ItemRequest, parseId, queryOf } from "../../http/query.ts";
import type { PlatformContext } from "../../records/context.ts";
import { listRecords } from "../../records/operations/list.ts";
import { planOf, type ResourcePlan } from "../../records/plan/resourcePlan.ts";
import { isAskable } from "../../records/query/operators.ts";
import type { Actor } from "../../resourceHooks.ts";
import { openAuthority } from "./authority.ts";
import { createCertificate, type IssuedArchive, removeCertificate } from "./manage.ts";
import { buildRevocationList } from "./revocationList.ts";
import { type CurrentCertificate, loadCurrentCertificates } from "./store.ts";

const { name } = certificates;
const path = collectionPath(name);

/** `/api/admincerts/`: lists who has an API certificate, issues new ones as a zip file, revokes them. */
export function registerCertificates(app: FastifyInstance, context: PlatformContext): void {
  if (!context.plans.has("admins")) return;
  const plan = planOf(context.plans, "admins");

  app.get(path, async (request) => {
    const actor = await readerOf(context, request);
    const readContext = context.readAs(actor);
    const query = queryOf(request);
    const page = await listRecords(readContext, {
      plan,
      plans: context.plans,
      query,
      maxRows: context.settings.maxRows,
    });
    const ids = page.records.map((record) => Number(idOf(record)));
    const current = await loadCurrentCertificates(readContext, ids);
    const records = ids.map((id) => toRecord(id, current.get(id)));
    return toCollection(name, path, { ...page, records }, query);
  });

  app.get(itemPath(name, ":id"), async (request: ItemRequest) => {
    const actor = await readerOf(context, request);
    const readContext = context.readAs(actor);
    const { id } = await context.findVisible(readContext, plan.name, parseId(request.params.id) ?? -1);
    return toItem(name, toRecord(id, (await loadCurrentCertificates(readContext, [id])).get(id)));
  });

  app.post(path, { config: { offered: "always" } }, async (request, reply) => {
    const actor = await context.actorOf(request);
    const login = loginIn(bodyOf(request), actor);
    const texts = await context.textsFor(request);
    return sendArchive(reply.code(201), await createCertificate(context, plan, actor, login, texts));
  });

  app.delete(itemPath(name, ":id"), async (request: ItemRequest, reply) => {
    const actor = await context.actorOf(request);
    await removeCertificate(context, plan, actor, parseId(request.params.id));
    return reply.code(204).send();
  });
}

/**
 * The certificate revocation list, for servers that terminate TLS. It needs no login, and contains serial numbers only.
 */
export function registerRevocationList(app: FastifyInstance, context: PlatformContext): void {
  const revocationList = buildRevocationList(context.db);
  app.get(`${path}crl`, async (_request, reply) => sendPem(reply, "api-ca.crl.pem", await revocationList()));
}

/** `POST /administrator/{id}/api_key`: the older panel's form; the pressed button is one of its fields. */
export function registerCertificateForm(app: FastifyInstance, context: PlatformContext): void {
  if (!context.plans.has("admins")) return;
  const plan = planOf(context.plans, "admins");
  const config = { contentTypes: ["application/x-www-form-urlencoded"] };

  app.post("/administrator/:id/api_key", { config }, async (request: ItemRequest, reply) => {
    const actor = await readerOf(context, request);
    if (parseId(request.params.id) !== actor.adminId) throw new PlatformError("forbidden");
    const buttons = Object.keys(asRecord(requireBody(request)));
    const actions = new Map(Object.entries(formActions));
    const [act] = buttons.flatMap((button) => actions.get(button) ?? []);
    if (!act) throw new PlatformError("bad_request");
    return act({ context, plan, actor, request, reply });
  });
}

interface FormEvent {
  readonly context: PlatformContext;
  readonly plan: ResourcePlan<"admins">;
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const formActions = {
  "gen.generate": async ({ context, plan, actor, request, reply }: FormEvent) => {
    const texts = await context.textsFor(request);
    return sendArchive(reply, await createCertificate(context, plan, actor, actor.username, texts));
  },
  "del.delete": async ({ context, plan, actor, reply }: FormEvent) => {
    await removeCertificate(context, plan, actor, actor.adminId);
    return reply.code(204).send();
  },
  "ca.download": async ({ context, reply }: FormEvent) =>
    sendPem(reply, "api-ca.pem", (await openAuthority(context.db)).pem),
  "ca.verify": async ({ context, reply }: FormEvent) => {
    await openAuthority(context.db);
    return reply.code(204).send();
  },
};

async function readerOf(context: PlatformContext, request: FastifyRequest): Promise<Actor> {
  const actor = await context.actorOf(request);
  if (!can(actor, certificates, "read", { record: { id: actor.adminId } })) throw new PlatformError("forbidden");
  return actor;
}

/** Defaults to the caller's own account; read-only callers can name no other. */
function loginIn(body: RequestBody | undefined, actor: Actor): string {
  const login = isObject(body) ? body.login : undefined;
  if (actor.admin.read_only || login === undefined || login === null) return actor.username;
  if (login === "") throw validationFailed([fieldError("/login", "required")]);
  if (!isAskable(login)) throw validationFailed([fieldError("/login", "type", { type: "string" })]);
  return login;
}

function toRecord(id: number, certificate: CurrentCertificate | undefined): WireRecord {
  return {
    id,
    has_certificate: certificate ? 1 : 0,
    serial: certificate?.serial ?? null,
    created_at: certificate ? toRfc3339(new Date(certificate.created_at)) : null,
    not_after: certificate ? toRfc3339(new Date(certificate.not_after)) : null,
  };
}

function sendArchive(reply: FastifyReply, { archive, serial }: IssuedArchive): FastifyReply {
  return (
    reply
      .type("application/zip")
      .header("Content-Disposition", `attachment; filename=api-certificate-${serial}.zip`)
      // Contains the private key, which is stored nowhere else.
      .header("Cache-Control", "no-store")
      .send(Buffer.from(archive))
  );
}

function sendPem(reply: FastifyReply, file: string, pem: string): FastifyReply {
  return reply.type("application/octet-stream").header("Content-Disposition", `attachment; filename=${file}`).send(pem);
}
