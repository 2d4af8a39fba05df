import type { Json } from "./descriptor.ts";

type ObjectOf<Value> = unknown extends Value
  ? Value & Record<string, unknown>
  : Extract<Value, { [key: string]: Json }>;

/** Whether a value is an object of JSON: neither null nor a list. */
export function isObject<Value>(value: Value): value is ObjectOf<Value> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
