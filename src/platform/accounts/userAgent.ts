/** A user agent in names that people know. */
export interface Client {
  /** `Firefox`; an unknown program as it calls itself, shortened; "" when empty. */
  readonly program: string;
  /** `Linux`; null when unknown. */
  readonly system: string | null;
}

type Signs = readonly (readonly [name: string, sign: RegExp])[];

/** Order matters: most browsers also name the ones they descend from. */
const programs: Signs = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\/|\bOpera\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
  ["curl", /^curl\//],
  ["Wget", /^Wget\//i],
  ["Python", /^python-|^Python\//],
  ["Postman", /^PostmanRuntime\//],
  ["Node.js", /^node(?:-fetch)?\b|^undici/],
];

const systems: Signs = [
  ["Android", /\bAndroid\b/],
  ["iPadOS", /\biPad\b/],
  ["iOS", /\b(?:iPhone|iPod)\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(?:intosh| OS X)\b/],
  ["Linux", /\bLinux\b/],
  ["FreeBSD", /\bFreeBSD\b/],
];

const MAX_NAME_LENGTH = 40;

/** Parses a user agent. It is the client's own claim: enough to recognise one's sessions, no proof. */
export function describeClient(userAgent: string): Client {
  const program = nameIn(programs, userAgent);
  return { program: program ?? shortened(userAgent.trim()), system: nameIn(systems, userAgent) };
}

function nameIn(signs: Signs, text: string): string | null {
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? null;
}

function shortened(text: string): string {
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH - 1).trimEnd()}…` : text;
}
