import { closest } from "fastest-levenshtein";
import type { PropertySchema } from "../../codegen/schemaTypes.ts";
import { refuse } from "./refusedInput.ts";

/** A requested field. */
export interface FieldDraft {
  readonly name: string;
  readonly required: boolean;
  readonly schema: PropertySchema;
}

export interface Vocabulary {
  readonly resources: readonly string[];
  readonly formats: readonly string[];
}

/** Aliases of formats. */
const ALIASES: Readonly<Record<string, string>> = {
  host: "domain-or-ip",
  colour: "hex-colour",
  country: "iso-3166-alpha2",
  timezone: "timezone-name",
  time: "time-of-day",
  datetime: "date-time",
  url: "http-url",
};
const UNITS: Readonly<Record<string, "cents" | "seconds" | "percent">> = {
  money: "cents",
  duration: "seconds",
  percent: "percent",
};
/** Units of money: its record needs a currency. */
export const MONEY_UNITS: readonly string[] = ["cents", "currency"];
/** Default maximum length of a text. */
export const TEXT_LENGTH = 255;
const LONG_TEXT_LENGTH = 4096;
/** Formats that imply a maximum length. */
export const UNBOUNDED = ["date-time", "date", "time-of-day"];
const SPEC =
  /^(?<name>[^:]+):(?<type>[A-Za-z0-9-]+)(?:\((?<args>[^)]*)\))?(?<required>!?)(?:=(?<value>.*?))?(?<late>!?)$/;

/** Syntax of a field. */
export const GRAMMAR = [
  "name:type, optionally followed by (bounds or choices), ! for required, =value for a default:",
  "  name:string(63)! note:text level:enum(low,high)=low seats:integer(1..500) is_open:boolean=true",
  "  price:money wait:duration(0..3600) share:percent reseller_id:resellers! host:host from:date-time",
].join("\n    ");

/** Parses `name:string! level:enum(a,b) reseller_id:resellers`. Rejects anything unknown. */
export function parseFields(text: string, vocabulary: Vocabulary): FieldDraft[] {
  const fields = (text.match(/[^\s(]+(?:\([^)]*\)\S*)?/g) ?? []).map((spec) => parseField(spec, vocabulary));
  const names = fields.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate) refuse(`the field "${duplicate}" is named twice`, "give each field a different name");
  return fields;
}

function parseField(spec: string, vocabulary: Vocabulary): FieldDraft {
  const { name, type, args, required, value, late } = SPEC.exec(spec)?.groups ?? {};
  if (name === undefined || type === undefined) refuse(`"${spec}" is not a field`, GRAMMAR);
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    refuse(`the field name "${name}" is not allowed`, "lower case with underscores, as in the API: max_participants");
  }
  if (name === "id") refuse('"id" is in every resource', "leave it out");
  const schema = toSchema({ name, type, args: args ?? "" }, vocabulary);
  const defaultValue = value === undefined ? {} : { default: toDefault(value, schema, name) };
  return { name, required: required === "!" || late === "!", schema: { ...schema, ...defaultValue } };
}

interface TypeSpec {
  readonly name: string;
  readonly type: string;
  readonly args: string;
}

function toSchema(spec: TypeSpec, { resources, formats }: Vocabulary): PropertySchema {
  const { name, type, args } = spec;
  const format = ALIASES[type] ?? type;
  const unit = UNITS[type];
  if (type === "boolean") return { type };
  if (type === "string") return { type, maxLength: length(spec, TEXT_LENGTH) };
  if (type === "text") return { type: "string", maxLength: length(spec, LONG_TEXT_LENGTH) };
  if (type === "integer") return { type, ...bounds(spec) };
  if (type === "number" || type === "decimal") return { type: "number", ...bounds(spec) };
  if (unit) return { type: "integer", minimum: 0, ...bounds(spec), "x-field": { unit } };
  if (type === "enum") return { type: "string", enum: choices(spec) };
  if (formats.includes(format)) {
    return {
      type: "string",
      format,
      ...(UNBOUNDED.includes(format) ? {} : { maxLength: length(spec, TEXT_LENGTH) }),
    };
  }
  if (resources.includes(type) && args === "") return { type: "integer", "x-field": { reference: type } };
  const types = ["string", "text", "integer", "number", "boolean", "enum", ...Object.keys(UNITS)];
  const allowed = [...types, ...Object.keys(ALIASES), ...formats, ...resources];
  return refuse(
    `"${type}" of ${name} is neither a type, a format nor a resource with a schema`,
    `Did you mean "${closest(type, allowed)}"?`,
  );
}

function length({ name, args }: TypeSpec, fallback: number): number {
  if (args === "") return fallback;
  if (!/^[1-9]\d*$/.test(args)) refuse(`"${args}" is not a length for ${name}`, `write ${name}:string(63)`);
  return Number(args);
}

function bounds({ name, type, args }: TypeSpec): { minimum?: number; maximum?: number } {
  if (args === "") return {};
  const [, minimum = "", maximum = ""] = /^(-?[\d.]*?)\.\.(-?[\d.]*)$/.exec(args) ?? [];
  const isNumber = (text: string) =>
    text === "" || (type === "number" ? !Number.isNaN(Number(text)) : /^-?\d+$/.test(text));
  if ((minimum === "" && maximum === "") || !isNumber(minimum) || !isNumber(maximum)) {
    refuse(`"${args}" is not a range for ${name}`, `write ${name}:${type}(1..500), or a single bound: (1..)`);
  }
  if (minimum !== "" && maximum !== "" && Number(minimum) > Number(maximum)) {
    refuse(`minimum ${minimum} exceeds maximum ${maximum} for ${name}`, "write the lower bound first");
  }
  return {
    ...(minimum === "" ? {} : { minimum: Number(minimum) }),
    ...(maximum === "" ? {} : { maximum: Number(maximum) }),
  };
}

function choices({ name, args }: TypeSpec): string[] {
  const list = args.split(",").map((choice) => choice.trim());
  if (list.length < 2 || list.includes("") || new Set(list).size < list.length) {
    refuse(`${name} needs at least two distinct choices`, `write ${name}:enum(low,high)`);
  }
  return list;
}

function toDefault(text: string, schema: PropertySchema, name: string): unknown {
  if (schema.enum && !schema.enum.includes(text)) {
    refuse(`the default "${text}" of ${name} is not one of its choices`, `write one of: ${schema.enum.join(", ")}`);
  }
  switch (schema.type) {
    case "boolean":
      if (text !== "true" && text !== "false")
        refuse(`the default "${text}" of ${name} is not a boolean`, "write true or false");
      return text === "true";
    case "integer":
    case "number":
      if (text === "" || Number.isNaN(Number(text)))
        refuse(`the default "${text}" of ${name} is not a number`, "write a number");
      return Number(text);
    default:
      return text;
  }
}
