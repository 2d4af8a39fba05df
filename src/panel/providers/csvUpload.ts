import { HttpError } from "react-admin";
import { messageType } from "../../core/api/csvReport.ts";
import { panelHeader, viewAsHeader } from "../../core/api/panelHeaders.ts";
import { malformedError } from "./errors.ts";
import { failureKeys, parseBody, type Query, toRequestError, toUrl } from "./http.ts";
import { currentSession, endSession } from "./session.ts";
import { viewedRole } from "./viewAs.ts";

interface FileParts {
  readonly path: string;
  readonly file: File;
  readonly query: Query;
  readonly signal: AbortSignal;
  /** Fraction of the file's bytes, 0 to 1. */
  readonly onSent: (share: number) => void;
  readonly onProgress: (progress: { readonly lines: number; readonly share: number }) => void;
}

/** A line of the stream; the last has the report. */
type Message<Report> =
  | { readonly progress: { readonly lines: number; readonly share: number } }
  | { readonly report: Report }
  | { readonly error: { readonly code: number; readonly message: string; readonly key: string } };

/**
 * Sends a CSV file, by XMLHttpRequest as `fetch` reports no upload progress. Resolves with the platform's report, or null
 * where it only accepts the file; rejects like `send`.
 */
export function uploadFile<Report>(parts: FileParts): Promise<Report | null> {
  const { path, file, query, signal, onSent, onProgress } = parts;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", toUrl({ path, query }));
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    const fail = (key: string) => reject(new HttpError(key, 0));
    const read = buildReader<Report>(onProgress);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onprogress = () => isStream(request) && read(request.responseText);
    request.onload = () => {
      try {
        resolve(outcomeOf(request, read));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => fail(failureKeys.network);
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(new Blob([file], { type: "text/csv" }));
  });
}

function headers(): Readonly<Record<string, string>> {
  const token = currentSession()?.token;
  const role = viewedRole();
  return {
    // Older platforms accept this and nothing else.
    "Content-Type": "text/csv",
    Accept: `${messageType}, application/json`,
    [panelHeader]: "1",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(role ? { [viewAsHeader]: role } : {}),
  };
}

function isStream(request: XMLHttpRequest): boolean {
  return request.getResponseHeader("Content-Type")?.startsWith(messageType) ?? false;
}

/** Reads complete lines of a growing text; reports each once, and returns the last. */
function buildReader<Report>(onProgress: FileParts["onProgress"]): (text: string) => Message<Report> | undefined {
  let parsedLength = 0;
  let last: Message<Report> | undefined;
  return (text) => {
    const end = text.lastIndexOf("\n") + 1;
    for (const line of text.slice(parsedLength, end).split("\n").filter(Boolean)) {
      const message: Message<Report> = JSON.parse(line);
      if ("progress" in message) onProgress(message.progress);
      last = message;
    }
    parsedLength = Math.max(parsedLength, end);
    return last;
  };
}

function outcomeOf<Report>(
  request: XMLHttpRequest,
  read: (text: string) => Message<Report> | undefined,
): Report | null {
  const { status, responseText } = request;
  if (status === 401 && currentSession()) endSession("expired");
  if (status < 200 || status > 299) throw toRequestError(parseBody(responseText), status);
  if (!isStream(request)) return null;
  const last = read(responseText);
  if (last && "report" in last) return last.report;
  if (last && "error" in last) throw new HttpError(last.error.message, last.error.code, last.error);
  throw malformedError("the report is missing");
}
