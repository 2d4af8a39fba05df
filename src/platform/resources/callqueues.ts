import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

const OF_SUBSCRIBER = sql`owner_kind = 'subscriber' and owner_id = subscriber.id`;
const OF_PROFILE = sql`owner_kind = 'profile' and owner_id = subscriber.profile_id`;
const isSwitchedOn = (whose: RawBuilder<unknown>) => sql`(select value = 'true'::jsonb from preferences
  where ${whose} and attribute = 'cloud_pbx_callqueue' limit 1)`;

/**
 * Queues enabled by preferences. This platform switches no calls, so nobody ever waits in one: the list shows where a
 * queue could form.
 */
export const callqueues: ResourceHooks<"callqueues"> = {
  async computeRecords({ db, actor }) {
    const ofReseller = actor.resellerId === null ? sql`` : sql`and subscriber.reseller_id = ${actor.resellerId}`;
    const { rows } = await sql<WireRecord>`
      select subscriber.id, subscriber.username, subscriber.reseller_id, number.number, 0 as queue_length
      from subscribers as subscriber
      left join numbers as number on number.subscriber_id = subscriber.id and number.is_primary
      where subscriber.status <> 'terminated' ${ofReseller}
        and subscriber.is_pbx_pilot is not null
        and coalesce(${isSwitchedOn(OF_SUBSCRIBER)}, ${isSwitchedOn(OF_PROFILE)}, false)`.execute(db);
    return rows.map((row) => ({ ...row, queue: [] }));
  },
};
