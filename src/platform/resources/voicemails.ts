import { zonesOfSubscribers } from "../features/routing/subscriberZones.ts";
import type { EntityHooks } from "../resourceHooks.ts";

export const voicemails: EntityHooks<"voicemails"> = { ownerZones: zonesOfSubscribers };
