import type { RedirectMethod } from "../../settings.ts";

/**
 * A vendor's service, which new phones ask first: it sends them to the platform that has registered them. Both throw
 * what kept the service from doing so: a `ServiceRefusal`, or an error of the network or of an unreadable answer.
 */
export interface RedirectService {
  /** Sends the phone with this MAC address (12 upper-case digits) to an address. */
  register(mac: string, uri: string): Promise<void>;
  unregister(mac: string): Promise<void>;
}

/** How a service is reached. */
export interface ServiceAccess {
  /** Without a slash at its end. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** The service's name for what its phones have in common: Polycom's account, Snom's profile. Empty: none. */
  readonly profile: string;
  /** What Snom calls a group of models: `D-Series`. Empty: none. */
  readonly productFamily: string;
  /** Ends a call, however many requests it takes. */
  readonly signal: AbortSignal;
}

/** Where the vendors have them. */
export const vendorAddresses: Readonly<Record<RedirectMethod, string>> = {
  redirect_panasonic: "https://provisioning.e-connecting.net/redirect/xmlrpc",
  redirect_yealink: "https://api-dm.yealink.com:8443/xmlrpc",
  redirect_polycom: "https://ztpconsole.polycom.com/inboundservlet/GenericServlet",
  redirect_snom: "https://secure-provisioning.snom.com/api/v1",
  redirect_grandstream: "https://fm.grandstream.com/api/provision",
  redirect_ale: "https://api.eds.al-enterprise.com/api",
};

export function isRedirectMethod(method: unknown): method is RedirectMethod {
  return typeof method === "string" && Object.hasOwn(vendorAddresses, method);
}
