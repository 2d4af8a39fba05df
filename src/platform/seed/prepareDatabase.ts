import type { Kysely } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { tables } from "../../generated/tables.gen.ts";
import { migrate, planMigration } from "../db/migrate.ts";
import { ownTables, serviceTable } from "../db/ownTables.ts";

/** Tables of the panel's own service, in front of a platform with its own database. */
const serviceTables = [serviceTable];

const platformTables = [...tables, ...ownTables];

const uniqueNames = (items: readonly { readonly name: string }[]) => [...new Set(items.map(({ name }) => name))];

export const tableNames = { service: uniqueNames(serviceTables), platform: uniqueNames(platformTables) };

/** The database of the panel's own service, in front of a platform with its own. */
export async function prepareServiceDatabase(db: Kysely<Tables>): Promise<void> {
  await migrate(db, serviceTables, []);
}

/**
 * Migrates the database to this version's tables, whatever it held before; a no-op when it has them. Returns what was
 * run.
 */
export async function prepareDatabase(db: Kysely<Tables>): Promise<readonly string[]> {
  return migrate(db, platformTables, extra);
}

export async function planPreparation(db: Kysely<Tables>): Promise<readonly string[]> {
  return planMigration(db, platformTables, extra);
}

/**
 * Devices that an earlier version stored learn their model, which is the one of their profile. Later ones have it from
 * the start, so that it does nothing when it runs again.
 */
const backfillModels = `update pbxdevices set model_id = pbxdeviceprofiles.device_id
  from pbxdeviceprofiles where pbxdeviceprofiles.id = pbxdevices.profile_id and pbxdevices.model_id is null`;

/**
 * Calls out of the table `calllists` that earlier versions had, with a row for each side; it is dropped afterwards. Two
 * rows are the sides of one call when they tell the same of it, one out and one in; every row becomes a side of a call.
 * Columns that the table of an older version lacks are empty. Rows of subscribers that are gone get an id of their own
 * as `user_id`, without which no call list would show them. Runs once in the life of a database: never edit it.
 */
export const convertCallLists = `do $$
begin
  if to_regclass('calllists') is null then return; end if;
  insert into calls (call_id, call_type, call_status, rating_status, init_time, start_time, duration,
    source_cli, destination_user_in, source_reseller_id, source_customer_id, source_subscriber_id, source_user_id,
    source_user, source_domain, source_customer_cost, source_customer_free_time, source_reseller_cost,
    source_carrier_cost, source_zone, destination_reseller_id, destination_customer_id, destination_subscriber_id,
    destination_user_id, destination_user, destination_domain, destination_customer_cost,
    destination_customer_free_time, destination_reseller_cost, destination_carrier_cost, destination_zone)
  with sides as (
    select old.id, old.call_id, old.type, old.status, coalesce(old.rating_status, 'unrated') as rating_status,
      coalesce(old.init_time, old.start_time) as init_time, old.start_time,
      coalesce(old.duration_seconds, 0) as duration, coalesce(old.intra_customer, false) as is_internal,
      old.direction = 'out' as is_out,
      case when old.direction = 'out' then old.own_cli else old.other_cli end as caller,
      case when old.direction = 'out' then old.other_cli else old.own_cli end as callee,
      resellers.id as reseller_id, customers.id as customer_id, subscribers.id as subscriber_id,
      coalesce(subscribers.uuid, md5('calllists ' || old.id)::uuid::text) as user_id, subscribers.username,
      domains.domain, old.customer_cost, old.customer_free_time, old.reseller_cost, old.carrier_cost, old.zone
    from calllists
    cross join lateral jsonb_to_record(to_jsonb(calllists)) as old (id integer, reseller_id integer,
      customer_id integer, subscriber_id integer, call_id text, direction text, own_cli text, other_cli text,
      status text, type text, rating_status text, init_time timestamptz, start_time timestamptz,
      duration_seconds integer, customer_cost numeric, reseller_cost numeric, carrier_cost numeric, zone text,
      customer_free_time integer, intra_customer boolean)
    left join resellers on resellers.id = old.reseller_id
    left join customers on customers.id = old.customer_id
    left join subscribers on subscribers.id = old.subscriber_id
    left join domains on domains.id = subscribers.domain_id
  ), placed as (
    select sides.*, row_number() over (partition by call_id, type, status, rating_status, init_time, start_time,
      duration, is_internal, caller, callee, is_out order by id) as place
    from sides
  )
  select call_id, type, status, rating_status, init_time, start_time, duration, caller, callee,
    case when is_internal then max(reseller_id) else max(reseller_id) filter (where is_out) end,
    case when is_internal then max(customer_id) else max(customer_id) filter (where is_out) end,
    max(subscriber_id) filter (where is_out), max(user_id) filter (where is_out),
    max(username) filter (where is_out), max(domain) filter (where is_out),
    max(customer_cost) filter (where is_out), max(customer_free_time) filter (where is_out),
    max(reseller_cost) filter (where is_out), max(carrier_cost) filter (where is_out),
    max(zone) filter (where is_out),
    case when is_internal then max(reseller_id) else max(reseller_id) filter (where not is_out) end,
    case when is_internal then max(customer_id) else max(customer_id) filter (where not is_out) end,
    max(subscriber_id) filter (where not is_out), max(user_id) filter (where not is_out),
    max(username) filter (where not is_out), max(domain) filter (where not is_out),
    max(customer_cost) filter (where not is_out), max(customer_free_time) filter (where not is_out),
    max(reseller_cost) filter (where not is_out), max(carrier_cost) filter (where not is_out),
    max(zone) filter (where not is_out)
  from placed
  group by call_id, type, status, rating_status, init_time, start_time, duration, is_internal, caller, callee, place
  order by start_time, min(id);
  drop table calllists;
end $$`;

const extra = [convertCallLists, backfillModels];
