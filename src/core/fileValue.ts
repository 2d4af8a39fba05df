import type { FieldDescriptor, FileDescriptor, Json } from "./descriptor.ts";

/**
 * How a file stands in a record: as a data URL, `data:image/png;name=logo.png;base64,iVBO…`. Forms and drafts keep it
 * as any text, and the same rules judge it in browser and server. On the wire it may as well be a part of a
 * multipart body.
 */
export interface FileValue {
  /** What its sender calls it; what it is, `sniffType` tells. */
  readonly type: string;
  readonly name?: string;
  readonly base64: string;
}

/** Stands for "no file any more": null and what is left out keep the stored one. */
export const removedFile = "#removed";

/** What can be wrong with a file; texts are `rules.file.<rule>`. */
export const fileRules = ["unreadable", "empty", "size", "type"] as const;

export interface FileProblem {
  readonly rule: (typeof fileRules)[number];
  readonly params: Readonly<Record<string, Json>>;
}

/** Names of kinds of files, the same in every language. */
const kindNames: Readonly<Record<string, string>> = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
  "image/svg+xml": "SVG",
  "audio/x-wav": "WAV",
};

const head = /^data:([\w.+-]+\/[\w.+-]+)(?:;name=([^;,]*))?;base64,/;
const base64Text = /^[A-Za-z0-9+/]*={0,2}$/;
/** As much of a file as tells what it is. */
const sniffedBytes = 4096;

export function toFileValue({ type, name, base64 }: FileValue): string {
  const safeType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
  return `data:${safeType}${name ? `;name=${encodeURIComponent(name.toWellFormed())}` : ""};base64,${base64}`;
}

/** The parts of a file's value; undefined for any other text. */
export function parseFileValue(value: string): FileValue | undefined {
  const [start, type, name] = head.exec(value) ?? [];
  if (start === undefined || type === undefined) return undefined;
  const base64 = value.slice(start.length);
  if (base64.length % 4 !== 0 || !base64Text.test(base64)) return undefined;
  return { type, name: decodeName(name), base64 };
}

/** Bytes that this Base64 text stands for. */
export function byteLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** What is wrong with a file for a field; undefined when nothing is. */
export function fileProblem({ types, maxBytes }: FileDescriptor, value: string): FileProblem | undefined {
  const file = parseFileValue(value);
  if (!file) return { rule: "unreadable", params: {} };
  const size = byteLength(file.base64);
  if (size === 0) return { rule: "empty", params: {} };
  if (size > maxBytes) return { rule: "size", params: { kilobytes: Math.floor(maxBytes / 1024) } };
  const type = sniffType(file.base64);
  return type !== undefined && types.includes(type) ? undefined : { rule: "type", params: { kinds: kindsOf(types) } };
}

/** `image/png` in the words of people: PNG. */
export function kindsOf(types: readonly string[]): string[] {
  return types.map((type) => kindNames[type] ?? type);
}

/** Whether what is in the field is heard and not looked at. */
export function isSoundField({ file }: Pick<FieldDescriptor, "file">): boolean {
  return file?.types.every((type) => type.startsWith("audio/")) ?? false;
}

/** The media type that a file's first bytes show, whatever it is called; undefined for what no field takes. */
export function sniffType(base64: string): string | undefined {
  const start = atob(base64.slice(0, Math.ceil(sniffedBytes / 3) * 4));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "image/webp";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WAVE") return "audio/x-wav";
  return isSvg(start) ? "image/svg+xml" : undefined;
}

/** What XML may have before its first element. */
const prologue = [/^<\?[^>]*\?>/, /^<!--(?:(?!-->)[\s\S])*-->/, /^<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>/i];

function isSvg(start: string): boolean {
  let rest = start.replace(/^\xef\xbb\xbf/, "").trimStart();
  for (let found = true; found; ) {
    const part = prologue.map((pattern) => pattern.exec(rest)?.[0]).find((match) => match !== undefined);
    found = part !== undefined;
    if (part !== undefined) rest = rest.slice(part.length).trimStart();
  }
  return /^<svg[\s>]/i.test(rest);
}

function decodeName(name: string | undefined): string | undefined {
  try {
    return name ? decodeURIComponent(name) : undefined;
  } catch {
    // A stray percent sign: the file is as good without its name.
    return undefined;
  }
}
