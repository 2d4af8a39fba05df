/** What part of a file is asked for, `from` and `to` both counted in; "outside": none of it is there. */
export type ByteRange = { readonly from: number; readonly to: number } | "outside";

/**
 * The one range that a `Range` header asks for of a file of this many bytes (RFC 9110, 14.2). Undefined where the whole
 * is to be given: no header, another unit, several ranges at once, or what is no range.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  return from < size && to >= from ? { from, to } : "outside";
}
