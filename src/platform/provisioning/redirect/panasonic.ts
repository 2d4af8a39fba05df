import { withPlaceFor } from "./bootstrapUri.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { callXmlRpc } from "./xmlRpc.ts";

/** Registers addresses of phones, with the MAC address of each in place of `{MAC}`. */
export function panasonic(access: ServiceAccess): RedirectService {
  return {
    register: (mac, uri) => callXmlRpc(access, "ipredirect.registerPhone", [mac, withPlaceFor("{MAC}", uri)]),
    unregister: (mac) => callXmlRpc(access, "ipredirect.unregisterPhone", [mac]),
  };
}
