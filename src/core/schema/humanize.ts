/** Words that are written in capitals. */
const CAPITALS = new Set(
  (
    "api bic cli csv did dns dtmf html http https iban iccid id imei imsi ip ivr lnp mac ncos " +
    "pbx pdf pin puk rtp sip sms tcp tls udp uri url uuid vat vlan vpn xml"
  ).split(" "),
);

/** The label of a name that has no text: `max_participants` is "Max participants", `sip_domain_id` "SIP domain". */
export function humanize(name: string): string {
  const words = (name === "id" ? name : name.replace(/_ids?$/, "")).split(/[_\s]+/).filter(Boolean);
  const text = words.map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The label of a key of a resource's texts, such as `resources.sims.fields.vat_rate` or `resources.sims.enums.state.on`;
 * undefined for keys of other texts, which must not be missing.
 */
export function humanizeKey(key: string): string | undefined {
  const [root, , part, ...path] = key.split(".");
  if (root !== "resources" || path.length === 0) return undefined;
  return humanize(part === "enums" && path.length > 1 ? path.slice(1).join(" ") : path.join(" "));
}

/** "NCOS level" -> "NCOS levels". */
export function toPlural(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return singular.replace(/y$/, "ies");
  return /(?:s|x|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
}

/** The name of a resource by its title: `SimCard` is "Sim card |||| Sim cards". */
export function pluralName(title: string): string {
  const singular = humanize(title.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase());
  return `${singular} |||| ${toPlural(singular)}`;
}
