export interface Endpoint {
  /** IPv4, or IPv6 without brackets. */
  readonly address: string;
  readonly port: number;
}

export const transports = ["UDP", "TCP", "TLS", "SCTP", "WS", "WSS"] as const;
export type Transport = (typeof transports)[number];

/** A SIP message as it was seen on its way. */
export interface Captured {
  /** Microseconds since 1970. */
  readonly at: number;
  readonly transport: Transport;
  readonly source: Endpoint;
  readonly target: Endpoint;
  /** The message as sent: start line, headers and body. */
  readonly text: string;
}

/** `192.0.2.1:5060`, `[2001:db8::1]:5060`. */
export function formatEndpoint({ address, port }: Endpoint): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

/** The endpoint in `192.0.2.1:5060` or `[2001:db8::1]:5060`; null if it is none. */
export function parseEndpoint(text: string): Endpoint | null {
  const [, bracketed, plain, digits] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|(\d{1,3}(?:\.\d{1,3}){3})):(\d{1,5})$/.exec(text) ?? [];
  const address = bracketed ?? plain;
  const port = Number(digits);
  return address === undefined || port > 65_535 ? null : { address: address.toLowerCase(), port };
}

/** The transport of this name in any case; null if there is none. */
export function parseTransport(name: string): Transport | null {
  return transports.find((transport) => transport === name.toUpperCase()) ?? null;
}
