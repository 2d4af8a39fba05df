import type { RedirectMethod } from "../../settings.ts";
import { panasonic } from "./panasonic.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { yealink } from "./yealink.ts";

const services: Readonly<Record<RedirectMethod, (access: ServiceAccess) => RedirectService>> = {
  redirect_panasonic: panasonic,
  redirect_yealink: yealink,
};

export function redirectService(method: RedirectMethod, access: ServiceAccess): RedirectService {
  return services[method](access);
}
