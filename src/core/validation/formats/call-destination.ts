import { toDialString, withoutSeparators } from "../../values/dialled.ts";
import { isValid as isSipUri } from "./sip-uri.ts";

const scheme = /^(sips?|tel):(.*)$/is;
/** RFC 3966: digits, and parameters such as an extension. */
const telephone = /^\+?[0-9*#]+(?:;[A-Za-z0-9-]+(?:=[^\s;<>"]*)?)*$/;

/** Also with letters, as people remember them: 020 PATCH. */
const number = /^\+?[0-9*#][0-9A-Z*#]*$/;

/** A number in any notation, a user name or address, or a SIP or tel URI. */
export function isValid(value: string): boolean {
  if (/\p{Cc}/u.test(value)) return false;
  const normal = toNormal(value);
  const [, name = "", rest = ""] = scheme.exec(normal) ?? [];
  if (name === "tel") return telephone.test(rest);
  if (name !== "") return isSipUri(`sip:${rest}`);
  return number.test(withoutSeparators(normal)) || isName(normal);
}

/** A user name begins with a letter: what begins with a digit is a number, or one that a spreadsheet has rewritten. */
function isName(text: string): boolean {
  return text.includes("@") ? !/^[^@]*:/.test(text) && isSipUri(`sip:${text}`) : /^[A-Za-z_][\w.!~*'&=$-]*$/.test(text);
}

/** Schemes in lower case (RFC 3986, 3.1), and numbers without visual separators (RFC 3966, 5.1.1). */
export function toNormal(value: string): string {
  const [, name, rest = ""] = scheme.exec(value.trim()) ?? [];
  if (name === undefined) return toDialString(value) ?? value.trim();
  const [, user = "", tail = ""] = /^([^@;]*)(.*)$/s.exec(rest) ?? [];
  // A user name may have dashes, unless it is a number with its country code.
  const isNumber = name.toLowerCase() === "tel" || user.startsWith("+");
  return `${name.toLowerCase()}:${isNumber ? (toDialString(user) ?? user) : user}${tail}`;
}
