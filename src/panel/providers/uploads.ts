import { HttpError } from "react-admin";
import { isObject } from "../../core/schema/isObject.ts";
import { hasStatus, malformedError } from "./errors.ts";
import { failureKeys, send } from "./http.ts";
import { collectionPath, itemPath } from "./rest.ts";

/** State of an upload. */
export interface UploadState {
  /** `waiting`: for the connection; it goes on by itself. */
  readonly phase: "sending" | "waiting" | "paused" | "failed" | "done";
  /** Bytes that have arrived. */
  readonly sent: number;
  /** Bytes per second, since it began or went on. */
  readonly speed: number | null;
  /** Why it has failed: a message key, or the platform's own words. */
  readonly reason?: string;
  /** Its id, once the platform has all of it. */
  readonly id?: string;
}

/** A file on its way. */
export interface ResumableUpload {
  pause(): void;
  /** Goes on where it stopped. */
  goOn(): void;
  /** Stops it for good; the platform forgets it. */
  cancel(): void;
}

const path = collectionPath("uploads");
/** Milliseconds for one piece: as slow as the platform lets requests be. */
const CHUNK_TIMEOUT_MS = 120_000;
/** Milliseconds between attempts while the connection is lost, the last of them over and over. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000];
/** Statuses of a platform, or of a proxy in front of it, that is not there at the moment; 0: no answer. */
const lostStatuses = [0, 502, 503, 504];

/** Sends a file in pieces, before the record that it is for. `tell` is called whenever its state changes. */
export function startUpload(
  file: File,
  target: { readonly resource: string; readonly field: string },
  tell: (state: UploadState) => void,
): ResumableUpload {
  let id: string | undefined;
  let pieceSize = 0;
  let sent = 0;
  let attempts = 0;
  let current = new AbortController();

  const begin = async ({ signal }: AbortController) => {
    const body = { ...target, size: file.size, filename: file.name };
    const response = await send({ method: "POST", path, body, signal, inBackground: true });
    const created = readAnswer(response.body);
    if (created.id === undefined || created.pieceSize === undefined)
      throw malformedError("uploads: an id was expected");
    id = created.id;
    pieceSize = created.pieceSize;
    sent = created.offset;
  };
  /** Asks how much has arrived; an upload that the platform has forgotten begins anew. */
  const ask = async (controller: AbortController) => {
    if (id === undefined) return begin(controller);
    try {
      const response = await send({ path: itemPath("uploads", id), signal: controller.signal, inBackground: true });
      sent = readAnswer(response.body).offset;
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      await begin(controller);
    }
  };
  const sendPiece = async ({ signal }: AbortController) => {
    const piece = file.slice(sent, sent + pieceSize);
    const body = new Uint8Array(await readBytes(piece));
    const headers = { "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(sent) };
    const request = { method: "PATCH", path: itemPath("uploads", id ?? ""), headers, body } as const;
    await send({ ...request, signal, timeout: CHUNK_TIMEOUT_MS, inBackground: true });
    sent += body.length;
  };

  const run = async () => {
    const controller = new AbortController();
    current = controller;
    const { signal } = controller;
    try {
      tell({ phase: "sending", sent, speed: null });
      await ask(controller);
      const start = { at: performance.now(), sent };
      while (sent < file.size) {
        await sendPiece(controller);
        attempts = 0;
        const seconds = (performance.now() - start.at) / 1000;
        if (!signal.aborted)
          tell({ phase: "sending", sent, speed: seconds > 0 ? (sent - start.sent) / seconds : null });
      }
      if (!signal.aborted) tell({ phase: "done", sent, speed: null, ...(id === undefined ? {} : { id }) });
    } catch (error) {
      if (signal.aborted) return;
      // The piece in flight when the connection broke has arrived after all: ask again.
      const isBehind = hasStatus(error, 409) && attempts < RETRY_DELAYS_MS.length;
      if (!isBehind && !lostStatuses.some((status) => hasStatus(error, status))) {
        tell({ phase: "failed", sent, speed: null, reason: reasonOf(error) });
        return;
      }
      if (!isBehind) tell({ phase: "waiting", sent, speed: null });
      await waitForConnection(RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length - 1)] ?? 0, signal);
      attempts++;
      if (!signal.aborted) await run();
    }
  };
  // Not before the caller has it.
  void Promise.resolve().then(run);
  return {
    pause: () => {
      current.abort();
      tell({ phase: "paused", sent, speed: null });
    },
    goOn: () => {
      current.abort();
      attempts = 0;
      void run();
    },
    cancel: () => {
      current.abort();
      // Forgotten by itself after a while, if this does not arrive.
      if (id !== undefined) {
        const request = { method: "DELETE", path: itemPath("uploads", id), outlivesPage: true } as const;
        send({ ...request, inBackground: true }).catch(() => undefined);
      }
    },
  };
}

/** Marks a file that the browser cannot read any more: it was changed or moved. */
async function readBytes(piece: Blob): Promise<ArrayBuffer> {
  try {
    return await piece.arrayBuffer();
  } catch {
    throw new HttpError("forms.upload.unreadable", 400);
  }
}

function readAnswer(body: unknown) {
  if (!isObject(body) || typeof body.offset !== "number") throw malformedError("uploads: an offset was expected");
  return {
    offset: body.offset,
    id: typeof body.id === "string" ? body.id : undefined,
    pieceSize: typeof body.chunk_size === "number" ? body.chunk_size : undefined,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof HttpError ? String(error.message) : failureKeys.unknown;
}

/** Resolves after this time, or as soon as the browser is online again or the upload is stopped. */
function waitForConnection(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    window.addEventListener("online", go);
    signal.addEventListener("abort", go);
  });
}
