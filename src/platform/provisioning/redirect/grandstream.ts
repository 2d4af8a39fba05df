import { createHmac } from "node:crypto";
import { callJson, idOf, objectOf, reasonIn } from "./callJson.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { ServiceRefusal } from "./serviceRefusal.ts";

/**
 * Adds phones to the account whose CID is the user, and whose default profile in Grandstream's console has the address
 * that they are sent to. The password signs each request, together with a time that the service gives.
 */
export function grandstream(access: ServiceAccess): RedirectService {
  return {
    register: (mac) => send(access, "redirectDefault", mac),
    unregister: (mac) => send(access, "unDeviceProvision", mac),
  };
}

async function send({ url, user, password, signal }: ServiceAccess, action: string, mac: string): Promise<void> {
  const clock = await callJson({ method: "GET", url, headers: {} }, signal);
  const time = String(idOf(objectOf(clock.value).time));
  const body = JSON.stringify({ cid: user, method: action, params: { macs: [mac] } });
  const sig = createHmac("sha1", password)
    .update(body + time)
    .digest("hex");
  const query = new URLSearchParams({ sig, time });
  const { value } = await callJson({ method: "POST", url: `${url}?${query}`, headers: {}, body }, signal);
  const code = idOf(objectOf(value).code);
  if (Number(code) !== 0) throw new ServiceRefusal(reasonIn(value) ?? `error ${code}`);
}
