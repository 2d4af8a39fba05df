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
  /** Ends a call, however many requests it takes. */
  readonly signal: AbortSignal;
}

/** Where the vendors have them. */
export const vendorAddresses: Readonly<Record<RedirectMethod, string>> = {
  redirect_panasonic: "https://provisioning.e-connecting.net/redirect/xmlrpc",
  redirect_yealink: "https://api-dm.yealink.com:8443/xmlrpc",
};

export function isRedirectMethod(method: unknown): method is RedirectMethod {
  return typeof method === "string" && Object.hasOwn(vendorAddresses, method);
}
