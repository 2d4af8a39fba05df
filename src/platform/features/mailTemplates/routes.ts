import type { FastifyInstance } from "fastify";
import { textIn } from "../../../core/schema/valueAt.ts";
import { mailErrors, sampleValues } from "../../../core/telephony/mail/mailTemplates.ts";
import { PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { validateRecord } from "../../../core/validation/validateRecord.ts";
import { requireBody } from "../../http/body.ts";
import { asRecord } from "../../http/jsonText.ts";
import { type ItemRequest, parseId, queryOf } from "../../http/query.ts";
import type { PlatformContext } from "../../records/context.ts";
import { buildLegacyTable, readLegacyTable } from "../../records/legacy/legacyTable.ts";
import { legacyQueryOf, readListTable } from "../../records/legacy/listTable.ts";
import { resourceExpressions } from "../../records/query/selectRows.ts";
import { copyMissingTemplates, loadMissingTemplates } from "./templates.ts";

const resource = "emailtemplates";

/**
 * An extension of this platform (`mail_templates`). `GET /api/emailtemplates/missing` lists the platform's defaults that
 * the caller's resellers have no template of, `POST` copies them all. `POST /api/emailtemplates/test` sends a template,
 * which need not be stored, to the caller's own address.
 */
export function registerMailTemplates(app: FastifyInstance, context: PlatformContext): void {
  const plan = context.plans.get(resource);
  if (!plan) return;
  const { descriptor, module } = plan;

  app.get(`/api/${resource}/missing`, async (request) => {
    const actor = await context.callerWith(request, "read", descriptor);
    return { missing: await loadMissingTemplates(context.readAs(actor)) };
  });

  app.post(`/api/${resource}/missing`, async (request, reply) => {
    const actor = await context.callerWith(request, "create", descriptor);
    const copied = await context.inTransaction(actor, (unit) => copyMissingTemplates(unit, actor.resellerId));
    return reply.code(201).send({ copied });
  });

  app.post(`/api/${resource}/test`, { config: { fields: descriptor.fields } }, async (request) => {
    const actor = await context.callerWith(request, "create", descriptor);
    const { record, errors } = validateRecord(module, asRecord(requireBody(request)), {
      mode: "create",
      related: () => undefined,
    });
    if (errors.length > 0) throw validationFailed(errors);
    const faults = mailErrors(record);
    if (faults.length > 0) throw validationFailed(faults);
    const { mailer } = context.settings;
    if (!mailer) throw new PlatformError("mail_disabled");
    const to = actor.admin.email;
    if (typeof to !== "string" || to === "") throw new PlatformError("mail_address_missing");
    const { fillMail } = await import("../../../core/telephony/mail/fillMail.ts");
    const { from, subject, text } = fillMail(record, sampleValues(textIn(record, "name")));
    await mailer.send({ from, to, subject, text }).catch((cause: Error) => {
      request.log.error({ error: cause.message }, "mail");
      throw new PlatformError("mail_failed", {}, { cause });
    });
    return { to, is_outbox: mailer.isOutbox === true };
  });
}

/** The older tables besides those over all templates: one reseller's, and what is missing. */
export function registerMailTemplateTables(app: FastifyInstance, context: PlatformContext): void {
  const plan = context.plans.get(resource);
  const legacyTable = plan?.descriptor.legacyTables.find(({ path }) => path === "/emailtemplate/ajax");
  if (!plan || !legacyTable) return;
  const table = buildLegacyTable(plan, context.plans, legacyTable, context.settings.maxRows);
  const row = resourceExpressions<typeof resource>();

  app.get("/emailtemplate/ajax/missed", async (request) => {
    const actor = await context.callerWith(request, "read", plan.descriptor);
    const rows = (await loadMissingTemplates(context.readAs(actor))).map((template) => ({
      id: `${template.reseller_id}/${template.template_id}`,
      reseller_name: template.reseller_name,
      email_template_name: template.name,
    }));
    const keys = ["id", "reseller_name", "email_template_name"];
    return readListTable({ keys, rows }, queryOf(request));
  });

  app.get("/emailtemplate/ajax/:id", async (request: ItemRequest) => {
    const actor = await context.callerWith(request, "lookup", plan.descriptor);
    const condition = row("table.reseller_id", "=", parseId(request.params.id) ?? -1);
    return readLegacyTable(context.readAs(actor), { ...table, condition }, legacyQueryOf(queryOf(request)));
  });
}
