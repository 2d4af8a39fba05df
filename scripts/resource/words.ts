/** Words that are written in capitals. */
const CAPITALS = new Set(["api", "bic", "iban", "id", "ip", "lnp", "ncos", "pbx", "pin", "sip", "url", "vat", "vpn"]);

/** `max_participants` is "Max participants", `sip_domain_id` "SIP domain", `id` "ID". */
export function toLabel(name: string): string {
  const parts = (name === "id" ? name : name.replace(/_ids?$/, "")).split("_").map(toWord);
  const text = parts.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function toWord(word: string): string {
  return CAPITALS.has(word) ? word.toUpperCase() : word;
}

/** `levels` -> `level`, `policies` -> `policy`, `addresses` -> `address`. */
export function toSingular(plural: string): string {
  if (/ies$/.test(plural)) return plural.replace(/ies$/, "y");
  return /(?:ss|x|ch|sh)es$/.test(plural) ? plural.replace(/es$/, "") : plural.replace(/s$/, "");
}

/** "NCOS level" -> "NCOS levels". */
export function toPlural(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return singular.replace(/y$/, "ies");
  return /(?:s|x|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
}

/** "NCOS level" -> "NcosLevel". */
export function toTypeName(title: string): string {
  const parts = title.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return parts.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join("");
}

/** Title within a sentence: "Create conference room", but "Create NCOS level". */
export function toSentenceCase(title: string): string {
  return title.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
