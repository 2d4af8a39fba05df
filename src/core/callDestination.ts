/**
 * Where a forwarded call goes, as the wire writes it. Services of the platform are SIP URIs of its own making; a
 * client may send their names instead. Anything else is a number or a URI.
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

/** Services that every line has at the same address. */
const applications: Readonly<Partial<Record<DestinationService, string>>> = {
  callingcard: "sip:callingcard@app.local",
  callthrough: "sip:callthrough@app.local",
  autoattendant: "sip:auto-attendant@app.local",
  officehours: "sip:office-hours@app.local",
  customhours: "sip:custom-hours@app.local",
};

/** Services at an address with the line's number: what stands before that. */
const prefixes: Readonly<Partial<Record<DestinationService, string>>> = {
  voicebox: "vmu",
  fax2mail: "",
  conference: "conf=",
  localuser: "",
  managersecretary: "",
};

/** The service that a destination means, by name or by address; undefined for numbers and other URIs. */
export function serviceOf(destination: string): DestinationService | undefined {
  return destinationServices.find(
    (service) =>
      destination === service ||
      destination === applications[service] ||
      (service in prefixes && destination.startsWith("sip:") && destination.endsWith(`@${service}.local`)),
  );
}

/** The destination as it is stored: names of services become addresses, bare numbers URIs of the line's domain. */
export function toStoredDestination(text: string, line: { readonly number: string; readonly domain: string }): string {
  const service = serviceOf(text);
  if (service !== undefined && text === service) {
    return applications[service] ?? `sip:${prefixes[service]}${line.number}@${service}.local`;
  }
  if (/^(?:sips?|tel):/.test(text)) return text;
  return text.includes("@") ? `sip:${text}` : `sip:${text}@${line.domain}`;
}

/** A destination that is no service without what says nothing: `sip:`. */
export function readableDestination(destination: string): string {
  return destination.replace(/^sip:/, "");
}

/** The same for who only reads it: of a number it does not matter through whose domain it is called. */
export function spokenDestination(destination: string): string {
  return /^(?:sips?|tel):(\+?\d+)(?:@|$)/.exec(destination)?.[1] ?? readableDestination(destination);
}
