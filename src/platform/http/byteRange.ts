/** The requested range of a file, `from` and `to` inclusive; "outside": not satisfiable. */
export type ByteRange = { readonly from: number; readonly to: number } | "outside";

/**
 * The single range of a `Range` header for a file of this size (RFC 9110, 14.2). Undefined when the whole file is to be
 * sent: no header, another unit, several ranges, or a malformed one.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  return from < size && to >= from ? { from, to } : "outside";
}
