import type { EntityHooks } from "../entityHooks.ts";
import { zonesOfSubscribers } from "./subscriberZones.ts";

export const voicemails: EntityHooks<"voicemails"> = { ownerZones: zonesOfSubscribers };
