import { type RawBuilder, sql } from "kysely";
import { inUse } from "../../core/validation/errors.ts";
import { memoize } from "../../core/values/memoize.ts";
import { addCurrencies, packageCurrency } from "../features/billing/currencies.ts";
import { isColumnChanged, nextValue, refuseForeignReseller, toJsonArray, violationAt } from "../records/hookHelpers.ts";
import { matchesWildcard } from "../records/query/like.ts";
import type { HookContext, HookFilter, ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";

const LISTS = ["initial_profiles", "underrun_profiles", "topup_profiles"] as const;
/** Fields that the running balance intervals of customers are made by. */
const FROZEN_IN_USE = ["balance_interval_unit", "balance_interval_value", "balance_interval_start_mode"] as const;

interface PackageProfileEntry {
  readonly profile_id: number;
  readonly network_id?: number | null;
}

type Event = WriteEvent<"profilepackages">;

export const profilepackages: ResourceHooks<"profilepackages"> = {
  checks: {
    profileOpenNeeded: violationAt("/initial_profiles", (event) => {
      const isOpen = ({ network_id }: PackageProfileEntry) => network_id === undefined || network_id === null;
      return isColumnChanged(event, "initial_profiles") && !packageProfiles(event, "initial_profiles").some(isOpen);
    }),
    prepaidMixed: { beforeWrite: (event) => entriesUnlikeFirst(event, ({ prepaid }) => prepaid === true) },
    freeCashDiffers: {
      beforeWrite: (event) => entriesUnlikeFirst(event, ({ interval_free_cash: cash }) => Number(cash ?? 0)),
    },
    freeTimeDiffers: {
      beforeWrite: (event) => entriesUnlikeFirst(event, ({ interval_free_time: time }) => Number(time ?? 0)),
    },
    underrunThresholdNeeded: violationAt("/underrun_profile_threshold", (event) => {
      const hasProfiles = packageProfiles(event, "underrun_profiles").length > 0;
      return hasProfiles && (nextValue(event, "underrun_profile_threshold") ?? null) === null;
    }),
    packageInUse: {
      async beforeWrite(event) {
        const { previous, context } = event;
        const changed = previous ? FROZEN_IN_USE.filter((field) => isColumnChanged(event, field)) : [];
        const count = previous && changed.length > 0 ? await countCustomers(context, previous.id) : 0;
        return count > 0 ? changed.map((field) => ({ pointer: `/${field}` as const, params: { count } })) : [];
      },
    },
  },

  afterRead: (context, rows, records) => addCurrencies(context, packageCurrency, rows, records),

  beforeValidate: refuseForeignReseller,

  /** Customers that have ended do not keep a package: their reference to it is cleared. */
  async beforeRemove({ context, row }) {
    const count = await countCustomers(context, row.id);
    if (count > 0) throw inUse("profilepackages", "customers", count);
  },

  /** Packages with a billing profile or network of this name in any of their lists. */
  filters: {
    profile_name: namedInLists("billingprofiles", "profile_id"),
    network_name: namedInLists("billingnetworks", "network_id"),
  },

  legacyColumns: {
    contract_cnt: sql`(select count(*) from customers
      where profile_package_id = ${sql.ref("table.id")} and status <> 'terminated')`,
    voucher_cnt: sql`(select count(*) from vouchers where package_id = ${sql.ref("table.id")})`,
    ...Object.fromEntries(LISTS.map((list) => [`${list}_grp`, profileNames(list)])),
  },
};

function packageProfiles(event: Event, list: (typeof LISTS)[number]): PackageProfileEntry[] {
  return toJsonArray(nextValue(event, list));
}

/** The profiles of all lists, by id. */
const profilesOf = memoize((event: Event) =>
  event.context.loadAll(
    "billingprofiles",
    LISTS.flatMap((list) => packageProfiles(event, list).map(({ profile_id }) => profile_id)),
  ),
);

/** The entries of each changed list whose profile is unlike the first one of the list. Between lists all may differ. */
async function entriesUnlikeFirst(event: Event, kindOf: (profile: Row<"billingprofiles">) => unknown) {
  const lists = LISTS.filter((list) => isColumnChanged(event, list));
  const profiles = lists.length > 0 ? await profilesOf(event) : new Map<number, Row<"billingprofiles">>();
  return lists.flatMap((list) => {
    const ofList = packageProfiles(event, list).map(({ profile_id }) => profiles.get(profile_id));
    const [first] = ofList;
    return ofList.flatMap((profile, index) => {
      const isLike = !first || !profile || kindOf(profile) === kindOf(first);
      return isLike ? [] : [{ pointer: `/${list}/${index}/profile_id` as const }];
    });
  });
}

async function countCustomers({ db }: HookContext, id: number): Promise<number> {
  const { count } = await db
    .selectFrom("customers")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("profile_package_id", "=", id)
    .where("status", "<>", "terminated")
    .executeTakeFirstOrThrow();
  return Number(count);
}

function namedInLists(resource: "billingprofiles" | "billingnetworks", member: keyof PackageProfileEntry): HookFilter {
  const lists = sql.join(
    LISTS.map((list) => sql`coalesce(${sql.ref(`table.${list}`)}, '[]'::jsonb)`),
    sql` || `,
  );
  return {
    where: (name) => sql<boolean>`exists (
      select 1 from jsonb_array_elements(${lists}) as entry
      join ${sql.table(resource)} as target on target.id = (entry ->> ${sql.lit(member)})::integer
      where ${matchesWildcard(sql.ref("target.name"), name)})`,
  };
}

/** The list as legacy panels show it: the names of its profiles, each with that of its network. */
function profileNames(list: (typeof LISTS)[number]): RawBuilder<unknown> {
  return sql`(
    select string_agg(profile.name || coalesce('/' || network.name, ''), ', ' order by place)
    from jsonb_array_elements(${sql.ref(`table.${list}`)}) with ordinality as listed(entry, place)
    join billingprofiles as profile on profile.id = (entry ->> 'profile_id')::integer
    left join billingnetworks as network on network.id = (entry ->> 'network_id')::integer)`;
}
