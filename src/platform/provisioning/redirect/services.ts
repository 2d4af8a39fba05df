import type { RedirectMethod } from "../../settings.ts";
import { ale } from "./ale.ts";
import { grandstream } from "./grandstream.ts";
import { panasonic } from "./panasonic.ts";
import { polycom } from "./polycom.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { snom } from "./snom.ts";
import { yealink } from "./yealink.ts";

const services: Readonly<Record<RedirectMethod, (access: ServiceAccess) => RedirectService>> = {
  redirect_panasonic: panasonic,
  redirect_yealink: yealink,
  redirect_polycom: polycom,
  redirect_snom: snom,
  redirect_grandstream: grandstream,
  redirect_ale: ale,
};

export function redirectService(method: RedirectMethod, access: ServiceAccess): RedirectService {
  return services[method](access);
}
