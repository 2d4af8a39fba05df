import { serverName } from "./bootstrapUri.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { allowRefusal } from "./serviceRefusal.ts";
import { callXmlRpc } from "./xmlRpc.ts";

/** Registers servers by name, and phones at one of them. */
export function yealink(access: ServiceAccess): RedirectService {
  return {
    async register(mac, uri) {
      const server = serverName(uri);
      await allowRefusal(callXmlRpc(access, "redirect.addServer", [server, uri]));
      await callXmlRpc(access, "redirect.registerDevice", [mac, server]);
    },
    unregister: (mac) => callXmlRpc(access, "redirect.deRegisterDevice", [mac]),
  };
}
