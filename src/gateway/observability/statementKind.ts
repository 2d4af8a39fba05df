const kinds = ["select", "insert", "update", "delete"] as const;

/** Returns the kind of a statement by its first words; reads with a `with` in front are reads. */
export function statementKind(text: string): (typeof kinds)[number] | "other" {
  const [word = ""] = /[a-z]+/i.exec(text) ?? [];
  const first = word.toLowerCase();
  if (first !== "with") return kinds.find((kind) => kind === first) ?? "other";
  const [written] = /\b(insert into|update|delete from)\b/i.exec(text) ?? [];
  return kinds.find((kind) => written?.toLowerCase().startsWith(kind)) ?? "select";
}
