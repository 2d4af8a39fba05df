import type { CrossRule, Json, WireRecord } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { parseWireInstant } from "../values/dateTime.ts";
import { plainFormats } from "../values/plainFormats.ts";
import type { FieldError } from "./errors.ts";

/** Rules between fields of one record, or of each item when the fields are inside a list (`intervals.start`). */
export function checkCrossRules(rules: readonly CrossRule[], record: WireRecord): FieldError[] {
  return rules.flatMap((rule) => {
    const list = rule.fields[0]?.split(".").slice(0, -1).join(".");
    if (!list) return check(rule, rule.fields, record, "");
    const items = record[list];
    if (!Array.isArray(items)) return [];
    const names = rule.fields.map((field) => field.slice(list.length + 1));
    if (rule.rule === "distinct") return repeated(rule, names[0] ?? "", items, list);
    return items.flatMap((item, index) => (isObject(item) ? check(rule, names, item, `/${list}/${index}`) : []));
  });
}

/** An error at every item whose value an earlier one already has. */
function repeated(rule: CrossRule, name: string, items: readonly Json[], list: string): FieldError[] {
  const seenValues = new Set<Json>();
  return items.flatMap((item, index) => {
    const value = isObject(item) ? item[name] : undefined;
    if (value === undefined || !seenValues.has(value)) {
      if (value !== undefined) seenValues.add(value);
      return [];
    }
    return [errorAt(rule, `/${list}/${index}/${name}`)];
  });
}

function errorAt({ rule, fields }: CrossRule, pointer: string): FieldError {
  return { pointer, rule, params: { fields: [...fields] }, key: `rules.${rule}` };
}

function check(rule: CrossRule, names: readonly string[], record: WireRecord, prefix: string): FieldError[] {
  const [first = "", second = ""] = names;
  const error = (name: string) => errorAt(rule, `${prefix}/${name}`);
  switch (rule.rule) {
    case "together": {
      const empty = names.filter((name) => record[name] === undefined);
      return empty.length < names.length ? empty.map(error) : [];
    }
    case "before":
      return isInOrder(record[first], record[second], rule.orEqual ?? false) ? [] : [error(second)];
    case "distinct":
      return [];
    case "differs":
      return record[first] === undefined || record[first] !== record[second] ? [] : [error(second)];
  }
}

/** True also when one is missing or malformed: other rules report that. */
function isInOrder(from: Json | undefined, to: Json | undefined, orEqual: boolean): boolean {
  const [start, stop] = [positionOf(from), positionOf(to)];
  if (start === undefined || stop === undefined) return true;
  return orEqual ? start <= stop : start < stop;
}

/** A point in time, or a time of day, as a number to compare. */
export function positionOf<Value>(value: Value): number | undefined {
  if (typeof value !== "string") return undefined;
  if (!plainFormats["time-of-day"](value)) return parseWireInstant(value, "UTC")?.getTime();
  const [hours = 0, minutes = 0, seconds = 0] = value.split(":").map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}
