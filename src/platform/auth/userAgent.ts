/** What a client says of itself, in the names that people know. */
export interface Client {
  /** `Firefox`; a program nobody has heard of by its own words, shortened; "" for one that says nothing. */
  readonly program: string;
  /** `Linux`; null when it does not say. */
  readonly system: string | null;
}

type Signs = readonly (readonly [name: string, sign: RegExp])[];

/** In this order: most browsers also call themselves what they descend from. */
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

const longest = 40;

/** Reads a user agent. It is what the client claims: enough to recognise one's own sessions by, no proof. */
export function describeClient(userAgent: string): Client {
  const known = nameIn(programs, userAgent);
  return { program: known ?? shortened(userAgent.trim()), system: nameIn(systems, userAgent) };
}

function nameIn(signs: Signs, text: string): string | null {
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? null;
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}
