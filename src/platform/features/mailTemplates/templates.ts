import { type Kysely, sql } from "kysely";
import type { MailUse } from "../../../core/telephony/mail/mailTemplates.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import type { HookContext, NewJournalEntry, ReadContext, Row } from "../../resourceHooks.ts";

type Template = Row<"emailtemplates">;

/** The template of a message for a reseller: its own, else the platform's default; undefined where neither exists. */
export async function findTemplate(
  db: Kysely<Tables>,
  use: MailUse,
  resellerId: number,
): Promise<Template | undefined> {
  const templates = db.selectFrom("emailtemplates").selectAll().where("name", "=", use);
  return templates
    .where((row) => row.or([row("reseller_id", "=", resellerId), row("reseller_id", "is", null)]))
    .orderBy("reseller_id", (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
}

/** Ids of a reseller's own templates of these names, by name. */
export async function loadOwnTemplates(
  db: Kysely<Tables>,
  resellerId: number,
  names: readonly MailUse[],
): Promise<ReadonlyMap<string, number>> {
  const templates = db.selectFrom("emailtemplates").select(["id", "name"]).where("reseller_id", "=", resellerId);
  const rows = await templates.where("name", "in", names).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** A default of the platform that a reseller has no template of. */
export interface MissingTemplate {
  readonly reseller_id: number;
  readonly reseller_name: string;
  readonly template_id: number;
  readonly name: string;
}

/** Each default with each of these resellers that has no template of its name; null: all that have not ended. */
function missing(resellerId: number | null) {
  return sql`from emailtemplates as standard cross join resellers
    where standard.reseller_id is null and resellers.status <> 'terminated'
      and (${resellerId}::integer is null or resellers.id = ${resellerId}::integer)
      and not exists (select from emailtemplates as own
        where own.reseller_id = resellers.id and own.name = standard.name)`;
}

/** The missing templates of the caller's reseller, or of all. */
export async function loadMissingTemplates({ db, actor }: ReadContext): Promise<MissingTemplate[]> {
  const { rows } = await sql<MissingTemplate>`
    select resellers.id as reseller_id, resellers.name as reseller_name, standard.id as template_id, standard.name
    ${missing(actor.resellerId)} order by resellers.name, resellers.id, standard.name`.execute(db);
  return rows;
}

/**
 * Copies the platform's defaults to a reseller that has no templates of their names; null: to all. Returns how many
 * were copied.
 */
export async function copyMissingTemplates(context: HookContext, resellerId: number | null): Promise<number> {
  // The lock keeps a reseller from being terminated, which would leave it the copies.
  const { rows } = await sql<Template>`
    insert into emailtemplates (reseller_id, name, from_email, subject, attachment_name, body)
    select resellers.id, standard.name, standard.from_email, standard.subject, standard.attachment_name, standard.body
    ${missing(resellerId)} order by resellers.id, standard.id for share of resellers
    on conflict do nothing returning *`.execute(context.db);
  await context.journal(...rows.map(toCreation));
  return rows.length;
}

function toCreation({ id, row_version: _, ...fields }: Template): NewJournalEntry {
  const filled = Object.entries(fields).filter(([, value]) => value !== null);
  return {
    resource: "emailtemplates",
    id,
    operation: "create",
    resellerId: fields.reseller_id,
    changes: Object.fromEntries(filled.map(([name, after]) => [name, { before: null, after }])),
  };
}
