/** `levels` -> `level`, `policies` -> `policy`, `addresses` -> `address`. */
export function toSingular(plural: string): string {
  if (/ies$/.test(plural)) return plural.replace(/ies$/, "y");
  return /(?:ss|x|ch|sh)es$/.test(plural) ? plural.replace(/es$/, "") : plural.replace(/s$/, "");
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
