import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Tables } from "../../../generated/database.gen.ts";
import { type CountedRequest, countRequests } from "./countRequests.ts";

/** A device's request and its outcome, as stored in `pbxdevicerequests`. */
export interface DeviceRequest {
  readonly kind: "config" | "bootstrap" | "firmware" | "directory";
  readonly outcome:
    | "served"
    | "unknown_device"
    | "wrong_network"
    | "not_encrypted"
    | "no_certificate"
    | "wrong_certificate"
    | "template_failed"
    | "nothing_newer";
  /** As the device sent it. */
  readonly identifier: string;
  readonly device?: { readonly id: number; readonly reseller_id: number | null } | undefined;
  /** The version that was served, or what was wrong with a template. */
  readonly detail?: string | undefined;
  readonly hasPassword?: boolean | undefined;
}

/** Notes a request of a device; resolves once it is stored. */
type RequestLog = (request: FastifyRequest, noted: DeviceRequest, now: Date) => Promise<void>;

interface WaitingLine {
  readonly line: CountedRequest;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Lines of one statement: limits what waits for it, and what is written again if it fails. */
const MAX_STATEMENT_LINES = 500;

/**
 * The log of what devices ask for; the same request again counts. What is noted while a statement runs is written
 * together by the next one: a thousand phones that ask at once take a few statements, a single one does not wait for
 * others. No request is answered before its line is stored, so that none is lost when the process ends.
 */
export function buildRequestLog(db: Kysely<Tables>): RequestLog {
  let waiting: WaitingLine[] = [];
  let isWriting = false;
  const write = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_STATEMENT_LINES);
      waiting = waiting.slice(MAX_STATEMENT_LINES);
      await settle(db, batch);
    }
    isWriting = false;
  };
  return (request, noted, now) =>
    new Promise((resolve, reject) => {
      waiting.push({ line: toLine(request, noted, now), resolve, reject });
      if (!isWriting) void write();
    });
}

/** Stores requests; never rejects. A line that cannot be stored, say as its device was deleted, leaves the others. */
async function settle(db: Kysely<Tables>, batch: readonly WaitingLine[]): Promise<void> {
  try {
    await countRequests(
      db,
      batch.map(({ line }) => line),
    );
    for (const { resolve } of batch) resolve();
  } catch (error) {
    if (batch.length > 1) for (const waiting of batch) await settle(db, [waiting]);
    else for (const { reject } of batch) reject(error);
  }
}

function toLine(
  request: FastifyRequest,
  { kind, outcome, identifier, device, detail, hasPassword = false }: DeviceRequest,
  now: Date,
): CountedRequest {
  return {
    ...{ kind, outcome, identifier, detail: detail ?? null, ip: request.ip, time: now.toISOString() },
    ...{ device_id: device?.id ?? null, reseller_id: device?.reseller_id ?? null },
    user_agent: request.headers["user-agent"] ?? null,
    is_encrypted: request.protocol === "https",
    has_password: hasPassword,
  };
}
