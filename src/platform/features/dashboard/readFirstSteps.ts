import { sql } from "kysely";
import { type DeviceGroup, type FirstStep, firstSteps } from "../../../core/api/dashboardResponse.ts";
import { type ResourcePlan, rootAlias } from "../../records/plan/resourcePlan.ts";
import { from, visibleTo, whereAll } from "../../records/query/selectRows.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { MAX_GROUPS } from "./callsOverTime.ts";

/** The id of the platform's own reseller, and of its billing profile: the first records of an empty database. */
const PLATFORM_ID = 1;

/**
 * Reads which steps of setting up the platform are done, in one statement that reads a row or two of each table. What
 * the first start creates does not count, nor what is terminated, nor a peering group without a server.
 */
export async function readFirstSteps({ db }: Pick<ReadContext, "db">): Promise<FirstStep[]> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("resellers")
        .select("id")
        .where("id", "<>", PLATFORM_ID)
        .where("status", "<>", "terminated")
        .orderBy("id")
        .limit(1)
        .as("resellers"),
      eb.selectFrom("domains").select("id").orderBy("id").limit(1).as("domains"),
      eb
        .selectFrom("billingprofiles")
        .select("id")
        .where("id", "<>", PLATFORM_ID)
        .where("status", "is distinct from", "terminated")
        .orderBy("id")
        .limit(1)
        .as("billingprofiles"),
      eb.selectFrom("peeringservers").select("group_id").orderBy("id").limit(1).as("peeringgroups"),
      eb
        .selectFrom("customers")
        .select("id")
        .where("status", "<>", "terminated")
        .orderBy("id")
        .limit(1)
        .as("customers"),
      eb
        .selectFrom("subscribers")
        .select("id")
        .where("status", "is distinct from", "terminated")
        .orderBy("id")
        .limit(1)
        .as("subscribers"),
    ])
    .executeTakeFirstOrThrow();
  return firstSteps.map((resource) => ({ resource, id: row[resource] }));
}

/** Counts registered devices by user agent, the most devices first. */
export async function countRegisteredDevices(
  { db, actor }: ReadContext,
  registrations: ResourcePlan,
): Promise<DeviceGroup[]> {
  const { rows } = await sql<{ user_agent: string | null; devices: string; subscribers: string }>`
    select nullif(${sql.ref(`${rootAlias}.user_agent`)}, '') as user_agent, count(*) as devices,
      count(distinct ${sql.ref(`${rootAlias}.subscriber_id`)}) as subscribers
    ${from(registrations)} ${whereAll(visibleTo(registrations, actor))}
    group by 1 order by 2 desc, 1 limit ${MAX_GROUPS}`.execute(db);
  return rows.map(({ user_agent, devices, subscribers }) => ({
    user_agent,
    devices: Number(devices),
    subscribers: Number(subscribers),
  }));
}
