import pLimit from "p-limit";
import { HttpError } from "react-admin";
import { panelHeader, viewAsHeader, withoutSecretsHeader } from "../../core/api/panelHeaders.ts";
import type { Json } from "../../core/schema/descriptor.ts";
import { trackRequest } from "./connection.ts";
import { malformedError, malformedKey } from "./errors.ts";
import { buildListeners } from "./listeners.ts";
import { currentSession, endSession, sessionGeneration, startSession } from "./session.ts";
import { viewedRole } from "./viewAs.ts";

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A request as plain data: dialects build it, `send` performs it. */
export interface HttpRequest {
  /** GET by default. */
  readonly method?: "GET" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the origin, without query. */
  readonly path: string;
  /** Undefined members are left out. */
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sent as JSON, of type `application/json` unless `headers` says otherwise; URLSearchParams and FormData as forms,
   * bytes as they are.
   */
  readonly body?: unknown;
  /**
   * Timeout in milliseconds, 10,000 by default. A change whose progress the platform reports may take as long as it
   * needs.
   */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Sends no token, and a 401 is a plain error. */
  readonly anonymous?: boolean;
  /** Not even the cookie is sent in which a gateway keeps the token. */
  readonly cookieless?: boolean;
  /** Sent with the user's own role, even while viewing as another. */
  readonly asSelf?: boolean;
  /** Sent even when the page is left or closed at once. For bodies below 64 KB: browsers refuse longer ones. */
  readonly outlivesPage?: boolean;
  /** Sent without anybody waiting: its sender shows the progress, and a lost connection. */
  readonly inBackground?: boolean;
  /** The body of a success is wanted as a file. */
  readonly file?: boolean;
  /** The body of a success is wanted as a stream, without timeout: only `signal` aborts it. */
  readonly stream?: boolean;
}

export type HttpBody = Json | Blob | ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined when empty; a Blob or a byte stream if requested. */
  readonly body: HttpBody;
}

/** The error that `send` rejects with. react-admin's error cannot be subclassed. */
export interface RequestError extends HttpError {
  /** Seconds before a retry makes sense, where the platform says so. */
  readonly retryAfter?: number | undefined;
}

/** Whether an error is one that `send` rejects with. */
export function isRequestError(error: unknown): error is RequestError {
  return error instanceof HttpError;
}

/** So many questions at a time, of all pages together: a platform has other users, and a change does not wait for them. */
const inTurn = pLimit(6);

const DEFAULT_TIMEOUT_MS = 10_000;
/** Milliseconds before asking for the progress of a change. */
const WATCH_DELAY_MS = 1_000;

/** A new token replacing one that this request has ended. */
const renewedTokenHeader = "X-Renewed-Token";

/** The platform's exact words: everything is refused until the next login has set another password. */
const expiredPassword = "Password expired";

/** Message keys for failures without a server message. */
export const failureKeys = {
  timeout: "errors.timeout",
  network: "errors.network",
  stopped: "errors.stopped",
  malformed: malformedKey,
  nobody: "errors.not_found",
  unknown: "errors.unknown",
} as const;

/** Why a request was aborted. */
const stoppedByUser = "stopped";

/** Refusals and timeouts are final: only a lost request is repeated, once. */
export const retry = (count: number, error: unknown): boolean =>
  count < 1 && error instanceof HttpError && error.message === failureKeys.network;

/**
 * Performs a request. Any status other than 2xx becomes an HttpError with the server's message or one of `failureKeys`;
 * its status is 0 without a response. A refused token ends the session.
 */
export function send(request: HttpRequest & { readonly file: true }): Promise<HttpResponse & { readonly body: Blob }>;
export function send(request: HttpRequest): Promise<HttpResponse>;
export async function send(request: HttpRequest): Promise<HttpResponse> {
  const session = request.anonymous ? null : currentSession();
  const generation = sessionGeneration();
  const { response, body } = await perform(request, session?.token ?? null);
  const renewed = response.headers.get(renewedTokenHeader);
  if (renewed !== null && generation === sessionGeneration()) startSession(renewed);
  if (response.ok && !wasSentToLogin(response)) {
    if (typeof body === "string") throw malformedError(`${request.path}: JSON was expected`, response.status);
    return { status: response.status, headers: response.headers, body };
  }
  // A request of an earlier session may fail after the user logged in again.
  if (session && generation === sessionGeneration()) {
    // The platform responds 401, or redirects legacy requests to its login page.
    if (response.status === 401 || wasSentToLogin(response)) endSession("expired");
    else if (response.status === 403 && messageOf(body) === expiredPassword) endSession("passwordExpired");
    else if (isRefusedUser(response, body)) await confirmUser(request, session.adminId);
  }
  throw toRequestError(body, response.status, Number(response.headers.get("Retry-After")) || undefined);
}

/** Builds the error of a response, with the message of the server. */
export function toRequestError(body: unknown, status: number, retryAfter?: number): RequestError {
  return Object.assign(new HttpError(messageOf(body) ?? failureKeys.unknown, status, body), { retryAfter });
}

const changeListeners = buildListeners();

/** Calls back before each request that may change what its user sees. Returns the end of that. */
export const onChangeRequest = changeListeners.subscribe;

interface Performed {
  readonly response: Response;
  readonly body: HttpBody;
}

function perform(request: HttpRequest, token: string | null): Promise<Performed> {
  const isChange = !["GET", "OPTIONS"].includes(request.method ?? "GET");
  if (isChange && !request.anonymous && !request.inBackground) changeListeners.notify();
  if (isChange || request.stream || request.inBackground) return performNow(request, token, isChange);
  return inTurn(() => {
    // Nobody waits for it any more.
    request.signal?.throwIfAborted();
    return performNow(request, token, isChange);
  });
}

async function performNow(request: HttpRequest, token: string | null, isChange: boolean): Promise<Performed> {
  const url = toUrl(request);
  const { signal: timeout, end } = startDeadline(request, isChange && !request.anonymous && !request.inBackground);
  const headers = new Headers({
    Accept: request.file || request.stream ? "*/*" : "application/json",
    [panelHeader]: "1",
    [withoutSecretsHeader]: "1",
  });
  const body = toBody(request.body);
  // The browser sets the type of forms itself.
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const role = request.anonymous || request.asSelf ? null : viewedRole();
  if (role) headers.set(viewAsHeader, role);
  for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value);
  const fetchResponse = async () => {
    const response = await fetch(url, {
      method: request.method ?? "GET",
      headers,
      body,
      signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
      keepalive: request.outlivesPage ?? false,
      credentials: request.cookieless ? "omit" : "same-origin",
    });
    // Errors are read as text even where a file was requested: they contain the message.
    return { response, body: response.ok ? await bodyOf(request, response) : parseBody(await response.text()) };
  };
  try {
    if (request.inBackground) return await fetchResponse();
    const isLoss = () => !timeout.aborted && !request.signal?.aborted;
    return await trackRequest(fetchResponse(), isChange ? "changing" : "reading", isLoss);
  } catch (error) {
    // An aborted request is not a failure to report.
    if (request.signal?.aborted) throw error;
    throw new HttpError(failureOf(timeout), 0);
  } finally {
    end();
  }
}

function failureOf({ aborted, reason }: AbortSignal): string {
  if (!aborted) return failureKeys.network;
  return reason === stoppedByUser ? failureKeys.stopped : failureKeys.timeout;
}

/** Aborts a request after a timeout; each progress report of a watched one restarts it. */
function startDeadline(
  { stream, timeout = DEFAULT_TIMEOUT_MS }: HttpRequest,
  isWatched: boolean,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  if (stream) return { signal: controller.signal, end: () => undefined };
  const start = () => setTimeout(() => controller.abort(), timeout);
  let deadline = start();
  let isOver = false;
  let stopWatching = () => {};
  const watch = async () => {
    const { watchProgress } = await import("./progress.ts");
    if (isOver) return;
    const onStep = () => {
      clearTimeout(deadline);
      deadline = start();
    };
    stopWatching = watchProgress(send, onStep, () => controller.abort(stoppedByUser));
  };
  // The request works just as well without that chunk.
  const watching = isWatched ? setTimeout(() => void watch().catch(() => undefined), WATCH_DELAY_MS) : undefined;
  const end = () => {
    isOver = true;
    clearTimeout(deadline);
    clearTimeout(watching);
    stopWatching();
  };
  return { signal: controller.signal, end };
}

function bodyOf({ file, stream }: HttpRequest, response: Response): HttpBody | Promise<HttpBody> {
  if (stream) return response.body ?? undefined;
  return file ? response.blob() : response.text().then(parseBody);
}

function toBody(body: unknown): string | URLSearchParams | FormData | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || body instanceof URLSearchParams || body instanceof FormData) return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return JSON.stringify(body);
}

/**
 * Path and query as a URL; stars stay unescaped because they are the platform's wildcards. An id that is missing or no
 * number names no record: platforms answer a request for it with anything.
 */
export function toUrl({ path, query }: Pick<HttpRequest, "path" | "query">): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) parts.append(name, String(value));
  if (/\/(?:NaN|undefined)(?:\/|$)/.test(path) || Object.values(query ?? {}).some(Number.isNaN)) {
    throw new HttpError(failureKeys.nobody, 404);
  }
  return parts.size > 0 ? `${path}?${parts}` : path;
}

/** A body as JSON, or as it is; an empty one is undefined. */
export function parseBody(text: string): Json | undefined {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Older platforms send some errors as plain text or HTML.
    return text;
  }
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("message" in body)) return undefined;
  return typeof body.message === "string" && body.message !== "" ? body.message : undefined;
}

/** Older platforms refuse a resource that a role may not use in the words that they have for an account that is gone. */
function isRefusedUser({ status }: Response, body: unknown): boolean {
  return status === 403 && messageOf(body)?.toLowerCase() === "invalid user";
}

let confirming: Promise<unknown> | null = null;

/** Ends the session if the own account, which everybody may read, is refused as well. */
async function confirmUser(rejected: Pick<HttpRequest, "path">, adminId: number): Promise<void> {
  const path = `/api/admins/${adminId}`;
  if (rejected.path === path) return endSession("expired");
  confirming ??= send({ path, asSelf: true })
    // The request for the own account has ended the session itself.
    .catch(() => undefined)
    .finally(() => {
      confirming = null;
    });
  await confirming;
}

function wasSentToLogin(response: Response): boolean {
  return response.redirected && new URL(response.url).pathname.endsWith("/login");
}
