/** CN by its name, and by its object identifier. */
const isCommonName = /^(?:cn|commonname|(?:oid\.)?2\.5\.4\.3)$/i;

/**
 * The values of all CN attributes of a certificate's subject, as proxies write it: RFC 4514 (and RFC 2253, which allowed
 * quotes and semicolons), or OpenSSL's older form `/C=DE/CN=phone`. A text that is neither has none.
 */
export function commonNames(subject: string): readonly string[] {
  const text = subject.trim();
  const parts = text.startsWith("/") ? text.slice(1).split(/[/+](?=[a-z][\w.-]*=)/i) : splitUnescaped(text);
  const attributes = parts.map((part) => {
    const end = part.indexOf("=");
    return [part.slice(0, end).trim(), end < 0 ? "" : part.slice(end + 1)] as const;
  });
  return attributes.flatMap(([type, value]) => (isCommonName.test(type) ? [withoutEscapes(value)] : []));
}

/** At separators of parts and of attributes within one, which mean themselves after a backslash and in quotes. */
function splitUnescaped(text: string): readonly string[] {
  return text.match(/(?:\\.|"(?:\\.|[^"\\])*"|[^,;+\\"])+/gs) ?? [];
}

function withoutEscapes(value: string): string {
  const text = value.trim();
  const inner = /^"(.*)"$/s.exec(text)?.[1] ?? text;
  // Escaped bytes are UTF-8, and a character may be several.
  return inner
    .replace(/(?:\\[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll("\\", ""), "hex").toString("utf8"))
    .replace(/\\(.)/gs, "$1");
}
