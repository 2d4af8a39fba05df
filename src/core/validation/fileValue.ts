import type { FieldDescriptor, FileDescriptor, Json } from "../schema/descriptor.ts";
import { firstTextSignOf } from "./templateDirectives.ts";

/**
 * A file in a record, as a data URL: `data:image/png;name=logo.png;base64,iVBO…`. Forms and drafts store it like any
 * text, and the same rules check it in browser and server. On the wire it may also be a part of a multipart body.
 */
export interface FileValue {
  /** As claimed by its sender; `sniffType` detects the real one. */
  readonly type: string;
  readonly name?: string;
  readonly base64: string;
}

/** Deletes the file: null and an absent field keep the stored one. */
export const removedFile = "#removed";

/** A type that any content has. */
export const anyFile = "application/octet-stream";

/** The value of a streamed file that was sent before its record, in an upload with this id. */
export function toUploadValue(key: string): string {
  return `upload:${key}`;
}

/** The id of the upload; undefined for any other text. */
export function uploadIn(value: string): string | undefined {
  return /^upload:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(value)?.[1];
}

/** Rules for files; texts are `rules.file.<rule>`. Only the server knows uploads. */
export const fileRules = ["unreadable", "empty", "size", "type", "upload"] as const;

export interface FileViolation {
  readonly rule: (typeof fileRules)[number];
  readonly params: Readonly<Record<string, Json>>;
}

/** Names of file types, the same in every language. */
const kindNames: Readonly<Record<string, string>> = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
  "image/svg+xml": "SVG",
  "audio/x-wav": "WAV",
  "audio/mpeg": "MP3",
  "application/pdf": "PDF",
  "text/plain": "TXT",
  "text/xml": "XML",
  [anyFile]: "BIN",
};

const dataUrlHeader = /^data:([\w.+-]+\/[\w.+-]+)(?:;name=([^;,]*))?;base64,/;
const base64Text = /^[A-Za-z0-9+/]*={0,2}$/;
/** Enough bytes of a file to detect its type. */
const sniffedBytes = 4096;

export function toFileValue({ type, name, base64 }: FileValue): string {
  const safeType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
  return `data:${safeType}${name ? `;name=${encodeURIComponent(name.toWellFormed())}` : ""};base64,${base64}`;
}

export function parseFileValue(value: string): FileValue | undefined {
  const [start, type, name] = dataUrlHeader.exec(value) ?? [];
  if (start === undefined || type === undefined) return undefined;
  const base64 = value.slice(start.length);
  if (base64.length % 4 !== 0 || !base64Text.test(base64)) return undefined;
  return { type, name: decodeName(name), base64 };
}

/** Number of bytes that this Base64 text encodes. */
export function byteLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** The first rule that a file violates; undefined when it is valid. */
export function fileViolation({ types, maxBytes, streamed }: FileDescriptor, value: string): FileViolation | undefined {
  if (streamed && uploadIn(value) !== undefined) return undefined;
  const file = parseFileValue(value);
  if (!file) return { rule: "unreadable", params: {} };
  const size = byteLength(file.base64);
  if (size === 0) return { rule: "empty", params: {} };
  if (size > maxBytes) return { rule: "size", params: { kilobytes: Math.floor(maxBytes / 1024) } };
  return acceptedTypeOf(file, types) === undefined
    ? { rule: "type", params: { kinds: fileTypeNames(types) } }
    : undefined;
}

/** The media type of a file, if it is one of these. */
export function acceptedTypeOf({ base64 }: Pick<FileValue, "base64">, types: readonly string[]): string | undefined {
  if (types.includes(anyFile)) return anyFile;
  const type = sniffType(base64);
  return type !== undefined && types.includes(type) ? type : undefined;
}

/** `image/png` as people call it: PNG. */
export function fileTypeNames(types: readonly string[]): string[] {
  return types.map((type) => kindNames[type] ?? type);
}

/** Whether the field holds audio and no image. */
export function isSoundField({ file }: Pick<FieldDescriptor, "file">): boolean {
  return file?.types.every((type) => type.startsWith("audio/")) ?? false;
}

/** Whether the field's file is played or saved, rather than shown in forms as pictures are. */
export function isDownloadField({ file }: Pick<FieldDescriptor, "file">): boolean {
  return file?.types.every((type) => !type.startsWith("image/")) ?? false;
}

/** The media type that a file's first bytes show, whatever its name; undefined for types that no field accepts. */
export function sniffType(base64: string): string | undefined {
  const start = atob(base64.slice(0, Math.ceil(sniffedBytes / 3) * 4));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "image/webp";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WAVE") return "audio/x-wav";
  // A tag before the first frame, or that frame (of layer III).
  if (/^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/.test(start)) return "audio/mpeg";
  if (start.startsWith("%PDF-")) return "application/pdf";
  if (isSvg(start)) return "image/svg+xml";
  if (controls.test(start)) return undefined;
  // A template has directives before the text begins.
  return firstTextSignOf(start) === "<" ? "text/xml" : "text/plain";
}

/** Characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** Parts of XML that may precede its first element. */
const prologue = [/^<\?[^>]*\?>/, /^<!--(?:(?!-->)[\s\S])*-->/, /^<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>/i];

function isSvg(start: string): boolean {
  let remaining = start.replace(/^\xef\xbb\xbf/, "").trimStart();
  for (let isProlog = true; isProlog; ) {
    const part = prologue.map((pattern) => pattern.exec(remaining)?.[0]).find((match) => match !== undefined);
    isProlog = part !== undefined;
    if (part !== undefined) remaining = remaining.slice(part.length).trimStart();
  }
  return /^<svg[\s>]/i.test(remaining);
}

function decodeName(name: string | undefined): string | undefined {
  try {
    return name ? decodeURIComponent(name) : undefined;
  } catch {
    // A stray percent sign: the file is as good without its name.
    return undefined;
  }
}
