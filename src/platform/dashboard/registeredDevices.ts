import { sql } from "kysely";
import type { DeviceGroup } from "../../core/dashboardAnswers.ts";
import type { Reading } from "../entityHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { from, visibleTo, whereAll } from "../query/visible.ts";
import { MOST_GROUPS } from "./callsOverTime.ts";

/** What is registered now, by user agent, the most devices first. */
export async function registeredDevices({ db, actor }: Reading, registrations: ResourcePlan): Promise<DeviceGroup[]> {
  const { rows } = await sql<{ user_agent: string | null; devices: string; subscribers: string }>`
    select nullif(${sql.ref(`${rootAlias}.user_agent`)}, '') as user_agent, count(*) as devices,
      count(distinct ${sql.ref(`${rootAlias}.subscriber_id`)}) as subscribers
    ${from(registrations)} ${whereAll(visibleTo(registrations, actor))}
    group by 1 order by 2 desc, 1 limit ${MOST_GROUPS}`.execute(db);
  return rows.map(({ user_agent, devices, subscribers }) => ({
    user_agent,
    devices: Number(devices),
    subscribers: Number(subscribers),
  }));
}
