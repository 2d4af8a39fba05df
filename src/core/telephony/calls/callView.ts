/** Domain of the platform's own services: calls to them end there, although they come in at a subscriber. */
const LOCAL = ".local";
const services: Readonly<Record<string, string>> = {
  [`voicebox${LOCAL}`]: "voicemail",
  [`conference${LOCAL}`]: "conference",
  [`app${LOCAL}`]: "auto-attendant",
  [`fax2mail${LOCAL}`]: "fax2mail",
};

export const serviceDomains: readonly string[] = Object.keys(services);

/** Domain of dialled feature codes, which no call list shows. */
export const featureCodeDomain = `vsc${LOCAL}`;

/** A side of a call, as far as call lists name it. */
export interface CallSide {
  readonly number: string | null;
  readonly user: string | null;
  readonly domain: string | null;
  /** Extension of the subscriber within its customer. */
  readonly extension: string | null;
  /** The subscriber does not exist any more. */
  readonly isTerminated: boolean;
}

/** A call with its sides from the owner's point of view. */
export interface SidedCall {
  /** As recorded: whether the owner is the called side. */
  readonly direction: "in" | "out";
  readonly own: CallSide;
  readonly other: CallSide;
  readonly isWithheld: boolean;
  readonly isInternal: boolean;
  /** A remark for staff about the other number. */
  readonly remark?: string | undefined;
}

export interface CallView {
  readonly direction: "in" | "out";
  readonly own: string;
  /** Null: withheld. */
  readonly other: string | null;
}

/**
 * Returns a call as its owner sees it. A call that came in for a service goes out to it; numbers of one customer are
 * extensions; what ended, or is hidden from subscribers, is said in parentheses.
 */
export function viewCall({ direction, own, other, isWithheld, isInternal, remark }: SidedCall): CallView {
  const isIn = direction === "in";
  const service = isIn ? serviceOfSide(own) : undefined;
  const ownText = withRemarks(own.extension ?? numberOf(own), [own.isTerminated ? "terminated" : undefined]);
  if (service !== undefined) return { direction: "out", own: ownText, other: service };
  if (isIn && isWithheld && !isInternal) return { direction, own: ownText, other: null };
  const text = (isInternal ? other.extension : null) ?? numberOf(other);
  return { direction, own: ownText, other: withRemarks(text, [other.isTerminated ? "terminated" : undefined, remark]) };
}

/** The service at which a call to this side ended. */
export function serviceOfSide({ domain }: Pick<CallSide, "domain">): string | undefined {
  return domain !== null && Object.hasOwn(services, domain) ? services[domain] : undefined;
}

/** Names get the domain that they are in. */
function numberOf({ number, user, domain }: CallSide): string {
  const text = number && !number.includes("anonymous") ? number : (user ?? number ?? "");
  return domain === null || /^\d*$/.test(text) || text.includes("@") ? text : `${text}@${domain}`;
}

function withRemarks(text: string, remarks: readonly (string | undefined)[]): string {
  const all = remarks.filter((remark) => remark !== undefined);
  return all.length > 0 ? `${text} (${all.join(", ")})` : text;
}
