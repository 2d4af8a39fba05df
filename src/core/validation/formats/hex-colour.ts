const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const functional = /^(rgba?)\(([0-9., ]{1,40})\)$/i;
const channel = /^(?:0|[1-9][0-9]{0,2})$/;
const alpha = /^(?:0|1|0?\.[0-9]{1,6}|1\.0{1,6})$/;

/** `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(r, g, b)` or `rgba(r, g, b, a)`. */
export function isValid(value: string): boolean {
  if (hex.test(value)) return true;
  const [, name, list] = functional.exec(value) ?? [];
  if (name === undefined || list === undefined) return false;
  const parts = list.split(",").map((part) => part.trim());
  const opacity = name.length === 4 ? parts.pop() : "1";
  return (
    opacity !== undefined &&
    alpha.test(opacity) &&
    parts.length === 3 &&
    parts.every((part) => channel.test(part) && Number(part) <= 255)
  );
}
