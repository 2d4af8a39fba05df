import { type RawBuilder, sql } from "kysely";
import { can } from "../../../core/access/access.ts";
import type { Upcoming } from "../../../core/api/dashboardResponse.ts";
import { legacyResources } from "../../../generated/legacyResources.gen.ts";
import { runConcurrently } from "../../db/statements.ts";
import { readGrant } from "../../records/actor.ts";
import { titledRecords } from "../../records/operations/present.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../../records/plan/resourcePlan.ts";
import { from, visibleTo, whereAll } from "../../records/query/selectRows.ts";
import type { Actor, ReadContext } from "../../resourceHooks.ts";

interface Period {
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
}

interface Source {
  readonly kind: Upcoming["kind"];
  readonly resource: string;
  readonly isOpenTo?: (actor: Actor) => boolean;
  /** `select id, at` of at most `limit` rows, soonest first; `where` is the caller's scope. */
  readonly select: (plan: ResourcePlan, where: RawBuilder<unknown>, period: Period) => RawBuilder<Ending>;
}

interface Ending {
  readonly id: number;
  readonly at: string;
}

const id = sql.ref(`${rootAlias}.id`);

const sources: readonly Source[] = [
  { kind: "voucher", resource: "vouchers", select: endingVouchers },
  { kind: "billing_profile", resource: "customers", select: changingProfiles },
  { kind: "billing_profile", resource: "contracts", select: changingProfiles },
  {
    kind: "certificate",
    resource: "admins",
    isOpenTo: (actor) =>
      legacyResources.admincerts !== undefined &&
      can(actor, legacyResources.admincerts, "read", { record: { id: actor.adminId } }),
    select: endingCertificates,
  },
];

/** Lists records that end or change within the period and that the caller sees, soonest first. */
export async function loadUpcoming(context: ReadContext, plans: Plans, period: Period): Promise<Upcoming[]> {
  const items: Upcoming[] = [];
  await runConcurrently(
    context.db,
    sources.map((source) => async () => {
      const plan = plans.get(source.resource);
      if (!plan || readGrant(context.actor, plan.descriptor) === "none") return;
      if (source.isOpenTo && !source.isOpenTo(context.actor)) return;
      items.push(...(await fromSource(context, plans, plan, source, period)));
    }),
  );
  return items.toSorted((a, b) => a.at.localeCompare(b.at)).slice(0, period.limit);
}

async function fromSource(
  context: ReadContext,
  plans: Plans,
  plan: ResourcePlan,
  { kind, resource, select }: Source,
  period: Period,
): Promise<Upcoming[]> {
  const query = select(plan, whereAll(visibleTo(plan, context.actor)), period);
  const { rows } = await query.execute(context.db);
  const ids = [...new Set(rows.map((row) => row.id))];
  const records = new Map((await titledRecords(context, plans, plan, ids)).map((record) => [record.id, record]));
  return rows.flatMap(({ id: recordId, at }) => {
    const record = records.get(recordId);
    return record ? [{ kind, at, resource, record }] : [];
  });
}

function endingVouchers(plan: ResourcePlan, where: RawBuilder<unknown>, { now, until, limit }: Period) {
  return sql<Ending>`select id, at from (select ${id} as id, ${sql.ref(`${rootAlias}.valid_until`)} as at ${from(plan)} ${where}) as seen
    where at > ${now} and at <= ${until} order by at limit ${limit}`;
}

/** Both ends of an interval count: at its start a profile takes effect, at its stop the previous one does again. */
function changingProfiles(plan: ResourcePlan, where: RawBuilder<unknown>, { now, until, limit }: Period) {
  const intervals = sql.ref(`${rootAlias}.all_billing_profiles`);
  return sql<Ending>`select distinct seen.id, (edge.at)::timestamptz as at
    from (select ${id} as id, ${sql.ref(`${rootAlias}.status`)} as status, ${intervals} as intervals ${from(plan)} ${where}) as seen,
      jsonb_array_elements(seen.intervals) as part,
      lateral (values (part ->> 'start'), (part ->> 'stop')) as edge (at)
    where seen.status <> 'terminated' and jsonb_array_length(seen.intervals) > 0
      and (edge.at)::timestamptz > ${now} and (edge.at)::timestamptz <= ${until}
    order by at limit ${limit}`;
}

function endingCertificates(plan: ResourcePlan, where: RawBuilder<unknown>, { now, until, limit }: Period) {
  return sql<Ending>`select seen.id, max(not_after) as at
    from (select ${id} as id ${from(plan)} ${where}) as seen join apicertificates on admin_id = seen.id
    where revoked_at is null group by seen.id
    having max(not_after) > ${now} and max(not_after) <= ${until} order by at limit ${limit}`;
}
