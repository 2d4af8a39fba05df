export interface SipHeader {
  /** The long form where the message has a compact one. */
  readonly name: string;
  readonly value: string;
}

/** `"Ada" <sip:ada@example.org>;tag=1`. */
export interface NameAddress {
  readonly display: string;
  readonly uri: string;
  /** Names in lower case; those without a value are empty. */
  readonly parameters: ReadonlyMap<string, string>;
}

export interface Via {
  readonly transport: string;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Compact forms of RFC 3261 and its extensions. */
const compactNames: ReadonlyMap<string, string> = new Map(
  (
    "a Accept-Contact,b Referred-By,c Content-Type,d Request-Disposition,e Content-Encoding,f From,i Call-ID," +
    "j Reject-Contact,k Supported,l Content-Length,m Contact,n Identity-Info,o Event,r Refer-To,s Subject,t To," +
    "u Allow-Events,v Via,x Session-Expires,y Identity"
  )
    .split(",")
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);

/** The header fields of these lines, with folded ones joined; lines that are none are left out. */
export function parseHeaders(lines: readonly string[]): readonly SipHeader[] {
  const headers: { name: string; value: string }[] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last) last.value = `${last.value} ${line.trim()}`.trim();
      continue;
    }
    const [, name, value] = /^([!%*+\-.\w`'~]+)[ \t]*:(.*)$/s.exec(line) ?? [];
    if (name !== undefined) headers.push({ name: longName(name), value: (value ?? "").trim() });
  }
  return headers;
}

function longName(name: string): string {
  return name.length === 1 ? (compactNames.get(name.toLowerCase()) ?? name) : name;
}

/** The values of all header fields of this name, in order; lists with commas are split. */
export function headerValues(headers: readonly SipHeader[], name: string): readonly string[] {
  return headers.filter((header) => isNamed(header, name)).flatMap(({ value }) => splitOutside(value, ","));
}

/** The first value of this name, whole. */
export function headerValue(headers: readonly SipHeader[], name: string): string | undefined {
  return headers.find((header) => isNamed(header, name))?.value;
}

const isNamed = (header: SipHeader, name: string) => header.name.toLowerCase() === name.toLowerCase();

/** The parts between separators outside of quotes and angle brackets, trimmed; empty ones are left out. */
function splitOutside(text: string, separator: string): string[] {
  if (!text.includes(separator)) return text.trim() === "" ? [] : [text.trim()];
  const parts: string[] = [];
  let [begin, isQuoted, depth] = [0, false, 0];
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (isQuoted) {
      if (sign === "\\") index++;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === "<") depth++;
    else if (sign === ">") depth = Math.max(0, depth - 1);
    else if (sign === separator && depth === 0) {
      parts.push(text.slice(begin, index));
      begin = index + 1;
    }
  }
  return [...parts, text.slice(begin)].map((part) => part.trim()).filter((part) => part !== "");
}

/** The value of From, To, Contact and the like; null if it is malformed. */
export function parseNameAddress(value: string): NameAddress | null {
  const [first = "", ...parameterTexts] = splitOutside(value, ";");
  const [, quoted, unquoted, bracketed] = /^(?:"((?:[^"\\]|\\.)*)"|([^<"]*?))\s*<([^<>]*)>$/s.exec(first) ?? [];
  const uri = (bracketed ?? first).trim();
  if (!/^[A-Za-z][\w+.-]*:\S/.test(uri) && uri !== "*") return null;
  const display = quoted?.replaceAll(/\\(.)/gs, "$1") ?? unquoted ?? "";
  return { display: display.trim(), uri, parameters: parseParameters(parameterTexts) };
}

/** One value of Via; null if it is malformed. */
export function parseVia(value: string): Via | null {
  const [first = "", ...parameterTexts] = splitOutside(value, ";");
  const [, transport, bracketed, unbracketed, port] =
    /^SIP\s*\/\s*2\.0\s*\/\s*(\w+)\s+(?:\[([^\]\s]+)\]|([^\s:[\]]+))(?:\s*:\s*(\d{1,5}))?$/i.exec(first) ?? [];
  const host = (bracketed ?? unbracketed)?.toLowerCase();
  if (transport === undefined || host === undefined) return null;
  const usual = /^(?:TLS|WSS)$/i.test(transport) ? 5061 : 5060;
  return {
    transport: transport.toUpperCase(),
    host,
    port: port === undefined ? usual : Number(port),
    parameters: parseParameters(parameterTexts),
  };
}

function parseParameters(parts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    parts.map((part) => {
      const at = part.indexOf("=");
      const name = (at < 0 ? part : part.slice(0, at)).trim().toLowerCase();
      return [name, at < 0 ? "" : part.slice(at + 1).trim()];
    }),
  );
}

/** Host and port of a SIP URI; null if it has none. */
export function hostOf(uri: string): { readonly host: string; readonly port: number } | null {
  const [, scheme, bracketed, plain, port] =
    /^(sips?):(?:[^@]*@)?(?:\[([^\]]+)\]|([^\s:;?>[\]]+))(?::(\d{1,5}))?/i.exec(uri) ?? [];
  const host = (bracketed ?? plain)?.toLowerCase();
  if (host === undefined) return null;
  return { host, port: port === undefined ? (scheme?.toLowerCase() === "sips" ? 5061 : 5060) : Number(port) };
}

/** The name of the party of a URI: its user, or the host if there is none. */
export function userOf(uri: string): string {
  const [, user] = /^(?:sips?|tel):([^@;?]+)(?:@|;|\?|$)/i.exec(uri) ?? [];
  return user === undefined ? uri : user;
}
