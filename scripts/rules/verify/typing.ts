import { formatInput, parseInputInstant, parseWireInstant } from "../../../src/core/dateTime.ts";
import type { FieldDescriptor, Json } from "../../../src/core/descriptor.ts";
import { formats } from "../../../src/core/formats.ts";
import { moneyToInput } from "../../../src/core/money.ts";

/** How a value gets into a form: typed, chosen from a list, or not at all. */
export type Way =
  | { readonly by: "typing"; readonly text: string }
  | { readonly by: "choosing"; readonly value: string }
  | { readonly by: "switching" }
  | { readonly by: "nothing"; readonly why: string };

const texts = ["text", "longText", "email", "host", "ip", "regex", "colour", "password"];
const numbers = ["integer", "decimal", "percent", "money", "duration"];
const picked = ["reference", "references", "country", "timezone", "file"];
const ZONE = "UTC";

/** The way of this value into an input of this kind, as a person with this locale would go it. */
export function wayOf({ kind }: FieldDescriptor, value: Json | undefined, locale: string): Way {
  if (kind === "boolean") return typeof value === "boolean" ? { by: "switching" } : never("a switch has two positions");
  if (value === null || value === undefined) {
    return kind === "enum" || picked.includes(kind) ? never("left as it is") : { by: "typing", text: "" };
  }
  if (typeof value === "object") return never("nobody types a structure");
  if (kind === "enum") return { by: "choosing", value: String(value) };
  if (picked.includes(kind)) return never("picked from a list, not typed");
  if (texts.includes(kind)) return textWay(kind, value);
  if (numbers.includes(kind)) return numberWay(kind, value, locale);
  if (kind === "dateTime") return dateWay(value);
  if (["date", "timeOfDay"].includes(kind) && typeof value === "string" && !/^\s*\d/.test(value))
    return { by: "typing", text: value };
  return never("its input puts what is typed into its own form");
}

function textWay(kind: string, value: string | number | boolean): Way {
  if (typeof value !== "string") return never("whatever is typed here is a text");
  if (/\p{Cc}/u.test(value)) return never("no keyboard has such a character");
  if (kind !== "password" && value !== value.trim()) return never("blanks around a text are taken away");
  return { by: "typing", text: value };
}

function numberWay(kind: string, value: string | number | boolean, locale: string): Way {
  if (typeof value !== "number") return { by: "typing", text: String(value) };
  if (!Number.isSafeInteger(value * 100) && kind !== "integer") return never("more digits than a form takes");
  if (kind === "duration" && value < 0) return never("no span of time is below nothing");
  return { by: "typing", text: kind === "money" ? moneyToInput(value, locale) : String(value) };
}

function dateWay(value: string | number | boolean): Way {
  if (typeof value !== "string") return never("whatever is typed here is a text");
  const isWritten = formats["date-time"](value) || formats["local-date-time"](value);
  const instant = isWritten && parseWireInstant(value, ZONE);
  if (instant) return { by: "typing", text: formatInput(instant, ZONE) };
  if (parseInputInstant(value, ZONE)) return never("the form understands more ways to write a date");
  return { by: "typing", text: value };
}

function never(why: string): Way {
  return { by: "nothing", why };
}
