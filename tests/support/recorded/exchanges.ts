import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { Json } from "../../../src/core/schema/descriptor.ts";

/** One part of a recorded form of several parts. */
export interface RecordedPart {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly text?: string;
  readonly json?: Json;
  readonly base64?: string;
}

/** The facts of a recorded answer. Sentences are left out; `{{text}}` stands for one. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Json;
  readonly text?: string;
  readonly sha256?: string;
  /** A refusal's fields with the input that it quotes. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The body was too long to be kept. */
  readonly omitted?: boolean;
}

/** One request as it was sent, with `{{name}}` for what earlier answers said. */
export interface RecordedStep {
  readonly scenario: string;
  /** Role, `none`, `basic:user:password` or `bearer:token`. */
  readonly as: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly text?: string;
  readonly multipart?: readonly RecordedPart[];
  /** Name under which the id in `Location` is kept. */
  readonly save?: string;
  /** Names of members that are kept, by path: `a|b|0|id`. */
  readonly pick?: Readonly<Record<string, string>>;
  /** The rows of the list depend on what else is stored: keys and types alone are compared. */
  readonly loose?: boolean;
  /** Scenarios that end shared records are played after the others. */
  readonly last?: number;
  /** Short name of what is special about the request. */
  readonly why?: string;
  /** Played, as others build on it, but not compared: the recording had stand-ins for other machines. */
  readonly unsure?: boolean;
  readonly answer?: RecordedAnswer;
}

export interface RecordedExchanges {
  readonly logins: Readonly<Record<string, { username: string; password: string; realm?: string }>>;
  readonly prelude: readonly RecordedStep[];
  readonly resources: Readonly<Record<string, readonly RecordedStep[]>>;
}

/** Requests to a running v1 platform with the facts of its answers, recorded on 2026-11-29; JSON compressed with Brotli. */
export function loadExchanges(): RecordedExchanges {
  const packed = readFileSync(new URL("exchanges.json.br", import.meta.url));
  return JSON.parse(brotliDecompressSync(packed).toString());
}
