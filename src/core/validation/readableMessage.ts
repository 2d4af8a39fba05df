import type { FieldDescriptor, Json, WireRecord } from "../schema/descriptor.ts";
import type { Texts } from "../schema/texts.ts";
import type { FieldError, PlatformError } from "./errors.ts";

/** The refused request: its body and the known fields. */
export interface InvalidInput {
  readonly body: WireRecord;
  readonly fields: readonly FieldDescriptor[];
}

const MAX_INPUT_LENGTH = 80;

/**
 * The sentence in a response's `message`. A failed validation lists each bad field with its input and errors, in the
 * form that existing clients of the platform parse: `Validation failed. field='name', input='', errors='Required'`.
 * Inputs of secret and unknown fields are masked.
 */
export function readableMessage(error: PlatformError, text: Texts, input?: InvalidInput): string {
  const sentence = text(error.key, error.params);
  if (error.fieldErrors.length === 0) return sentence;
  const byPointer = new Map<string, FieldError[]>();
  for (const fieldError of error.fieldErrors) {
    const group = byPointer.get(fieldError.pointer);
    if (group === undefined) byPointer.set(fieldError.pointer, [fieldError]);
    else group.push(fieldError);
  }
  const groups = [...byPointer].map(([pointer, errors]) => {
    const path = segments(pointer);
    const messages = errors.map(({ key, params }) => text(key, params)).join(",");
    return `field='${path.join("_")}', input='${input ? showInput(path, input) : ""}', errors='${messages}'`;
  });
  return `${sentence}. ${groups.join("; ")}`;
}

function segments(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function showInput(path: readonly string[], { body, fields }: InvalidInput): string {
  const value = path.reduce<Json | undefined>(
    (outer, name) => (isContainer(outer) && Object.hasOwn(outer, name) ? outer[name] : undefined),
    body as Json,
  );
  if (value === undefined || value === null || value === "") return "";
  if (isSecret(path, fields)) return "*****";
  // A structure may contain secrets, and its invalid parts are listed separately.
  if (typeof value === "object") return "";
  const line = String(value).replace(/\p{Cc}+/gu, " ");
  return line.length > MAX_INPUT_LENGTH ? `${line.slice(0, MAX_INPUT_LENGTH)}…` : line;
}

function isSecret(path: readonly string[], fields: readonly FieldDescriptor[]): boolean {
  const names = path.filter((name) => !/^\d+$/.test(name));
  let level = fields;
  for (const [depth, name] of names.entries()) {
    const field = level.find((candidate) => candidate.name === name);
    if (field === undefined || field.secret || field.kind === "password") return true;
    if (depth === names.length - 1) return false;
    level = field.fields ?? [];
  }
  return false;
}

function isContainer(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null;
}
