import type { FeeDirection } from "./billingFee.ts";

export interface CallParty {
  readonly user: string;
  readonly domain?: string | null;
}

export interface FeeQuestion {
  readonly direction: FeeDirection;
  /** The calling line, see `callingLine`. */
  readonly source: CallParty;
  /** The called user as it came in, before rewriting for the peer. */
  readonly destination: CallParty;
  /** The called number's entry among ported numbers at the start of the call. */
  readonly ported?: { readonly carrierId: number; readonly numberType?: string | null } | null;
}

/** Fees are looked up several times, and the first time that one is found decides. */
export const attemptNames = ["ported_carrier", "ported_type", "domain", "user"] as const;

export interface FeeLookupAttempt {
  readonly name: (typeof attemptNames)[number];
  readonly source: string;
  readonly destination: string;
  /** Only fees with the mode `exact_destination`, whatever their source. */
  readonly isExact: boolean;
}

/** The texts that fees are compared with, in order. */
export function attemptsOf({ source, destination, ported }: FeeQuestion, ignoreDomain: boolean): FeeLookupAttempt[] {
  const user: FeeLookupAttempt = { name: "user", source: source.user, destination: destination.user, isExact: false };
  if (ignoreDomain) return [user];
  const ofPorted = (name: FeeLookupAttempt["name"], text: string): FeeLookupAttempt => ({
    ...user,
    name,
    destination: text,
    isExact: true,
  });
  const isPorted = ported && /^\d+$/.test(destination.user);
  return [
    ...(isPorted ? [ofPorted("ported_carrier", `lnp:${ported.carrierId}`)] : []),
    ...(isPorted && ported.numberType ? [ofPorted("ported_type", `lnpnumbertype:${ported.numberType}`)] : []),
    { ...user, name: "domain", source: withDomain(source), destination: withDomain(destination) },
    user,
  ];
}

/**
 * The user that fees' sources are compared with: the calling line, or the user of a call from outside that hides its
 * line as anonymous, but has a number.
 */
export function callingLine({
  cli,
  user,
  isFromOutside,
}: {
  cli: string;
  user: string;
  isFromOutside: boolean;
}): string {
  return isFromOutside && /anonymous/i.test(cli) && /^[+ 0-9]+$/.test(user) ? user : cli;
}

function withDomain({ user, domain }: CallParty): string {
  return `${user}@${domain ?? ""}`;
}
