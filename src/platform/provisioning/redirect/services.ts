import { createHash } from "node:crypto";
import type { RedirectMethod } from "../../settings.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { callXmlRpc } from "./xmlRpc.ts";

/** Registers addresses of phones, with the MAC address of each in place of `{MAC}`. */
function panasonic(access: ServiceAccess): RedirectService {
  return {
    register: (mac, uri) =>
      callXmlRpc(access, "ipredirect.registerPhone", [mac, `${uri}${uri.endsWith("/") ? "" : "/"}{MAC}`]),
    unregister: (mac) => callXmlRpc(access, "ipredirect.unregisterPhone", [mac]),
  };
}

/** Registers servers by name, and phones at one of them. */
function yealink(access: ServiceAccess): RedirectService {
  return {
    async register(mac, uri) {
      const server = createHash("md5").update(uri).digest("hex").slice(0, 20);
      await callXmlRpc(access, "redirect.addServer", [server, uri]);
      await callXmlRpc(access, "redirect.registerDevice", [mac, server]);
    },
    unregister: (mac) => callXmlRpc(access, "redirect.deRegisterDevice", [mac]),
  };
}

const services: Readonly<Record<RedirectMethod, (access: ServiceAccess) => RedirectService>> = {
  redirect_panasonic: panasonic,
  redirect_yealink: yealink,
};

export function redirectService(method: RedirectMethod, access: ServiceAccess): RedirectService {
  return services[method](access);
}
