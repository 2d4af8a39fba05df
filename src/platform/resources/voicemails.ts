import { zonesOfSubscribers } from "../features/calls/subscriberZones.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

export const voicemails: ResourceHooks<"voicemails"> = { ownerZones: zonesOfSubscribers };
