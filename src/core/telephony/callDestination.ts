import type { FieldDescriptor, Json } from "../schema/descriptor.ts";

/**
 * Destinations of a forwarded call, in wire format. Platform services are SIP URIs that the platform builds; clients
 * may send their names instead. Anything else is a number or a URI.
 */
export const destinationServices = [
  "voicebox",
  "fax2mail",
  "conference",
  "localuser",
  "callingcard",
  "callthrough",
  "autoattendant",
  "officehours",
  "customhours",
  "managersecretary",
] as const;

export type DestinationService = (typeof destinationServices)[number];

/** Those that ring a phone; all others answer at once, so that nobody waits for them. */
const ringing: readonly DestinationService[] = ["localuser", "managersecretary"];

/** Whether a destination answers by itself: voicemail, fax, announcements, conferences. */
export function answersItself(destination: string | null): boolean {
  const service = destination === null ? undefined : serviceOf(destination);
  return service !== undefined && !ringing.includes(service);
}

/** Whether a member of an entry says anything: nobody waits for a destination that answers by itself. */
export function isRelevant({ waitsFor }: FieldDescriptor, entry: Readonly<Record<string, Json | undefined>>): boolean {
  const destination = waitsFor === undefined ? null : entry[waitsFor];
  return typeof destination !== "string" || !answersItself(destination);
}

/** Services with the same address for every line. */
const applications: Readonly<Partial<Record<DestinationService, string>>> = {
  callingcard: "sip:callingcard@app.local",
  callthrough: "sip:callthrough@app.local",
  autoattendant: "sip:auto-attendant@app.local",
  officehours: "sip:office-hours@app.local",
  customhours: "sip:custom-hours@app.local",
};

/** Services addressed by the line's number: the prefix of the user part. */
const prefixes: Readonly<Partial<Record<DestinationService, string>>> = {
  voicebox: "vmu",
  fax2mail: "",
  conference: "conf=",
  localuser: "",
  managersecretary: "",
};

/** The service a destination refers to, by name or address; undefined for numbers and other URIs. */
export function serviceOf(destination: string): DestinationService | undefined {
  return destinationServices.find(
    (service) =>
      destination === service ||
      destination === applications[service] ||
      (service in prefixes && /^sip:/i.test(destination) && destination.endsWith(`@${service}.local`)),
  );
}

/** The destination as stored: service names become addresses, bare numbers URIs in the line's domain. */
export function toStoredDestination(text: string, line: { readonly number: string; readonly domain: string }): string {
  const service = serviceOf(text);
  if (service !== undefined && text === service) {
    return applications[service] ?? `sip:${prefixes[service]}${line.number}@${service}.local`;
  }
  if (/^(?:sips?|tel):/i.test(text)) return text;
  return text.includes("@") ? `sip:${text}` : `sip:${text}@${line.domain}`;
}

/** A destination that is no service, without the redundant `sip:`. */
export function readableDestination(destination: string): string {
  return destination.replace(/^sip:/i, "");
}

/** The destination for display: the domain of a number is irrelevant. */
export function spokenDestination(destination: string): string {
  return /^(?:sips?|tel):(\+?\d+)(?:@|;|$)/i.exec(destination)?.[1] ?? readableDestination(destination);
}
