import { hasExtension } from "../../providers/extensions.ts";
import { type Access, mayUse } from "../../providers/StartupDataContext.tsx";

/** Whether the platform rates calls for this user. */
export const showsPrices = (access: Access) => hasExtension("call_price") && mayUse(access, "billingfees");
