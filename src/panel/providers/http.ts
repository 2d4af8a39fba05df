import { HttpError } from "ra-core";
import { viewAsHeader } from "../../core/viewAsHeader.ts";
import { currentSession, endSession, sessionGeneration, startSession } from "../session.ts";
import { viewedRole } from "../viewAs.ts";
import { follow } from "./connection.ts";
import { malformed, malformedKey } from "./malformed.ts";

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** One request, as plain data: dialects build it, `send` performs it. */
export interface HttpRequest {
  /** GET when absent. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the origin, without query. */
  readonly path: string;
  /** Undefined members are left out. */
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, of type `application/json` unless `headers` says otherwise; URLSearchParams and FormData as forms. */
  readonly body?: unknown;
  /** Milliseconds; 10,000 when absent. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Sends no token, and a 401 is only an error. */
  readonly anonymous?: boolean;
  /** Not even the cookie is sent in which a gateway keeps the token. */
  readonly cookieless?: boolean;
  /** Sent as oneself, also while one looks through another role. */
  readonly asSelf?: boolean;
  /** Arrives even when the page is left or closed at once. For bodies below 64 KB: browsers refuse longer ones. */
  readonly outlivesPage?: boolean;
  /** The body of a success is wanted as a file. */
  readonly file?: boolean;
  /** The body of a success is wanted as a stream, for as long as it takes: only `signal` ends it. */
  readonly stream?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined when empty; a Blob or a stream of bytes when that was asked for. */
  readonly body: unknown;
}

/** What `send` rejects with. react-admin's error takes no subclasses. */
export interface Refusal extends HttpError {
  /** Seconds after which trying again makes sense, where the platform tells. */
  readonly retryAfter?: number | undefined;
}

const defaultTimeout = 10_000;

/** Says that the panel asks: platforms open the older panel's session by it, and our gateway trusts its cookie. */
export const panelHeader = "X-NGCP-Admin-UI";
/** A new token in place of one that this very request has ended. */
const renewedTokenHeader = "X-Renewed-Token";

/** The platform's exact words: nothing works any more until the next login has brought another password. */
const expiredPassword = "Password expired";

/** Message keys for failures the server has no words for. */
export const failureKeys = {
  timeout: "errors.timeout",
  network: "errors.network",
  malformed: malformedKey,
  unknown: "errors.unknown",
} as const;

/**
 * Performs a request. Anything but 200 to 299 becomes an HttpError whose message is the server's, or one
 * of `failureKeys`; its status is 0 when there was no answer. A refused token ends the session.
 */
export async function send(request: HttpRequest): Promise<HttpAnswer> {
  const session = request.anonymous ? null : currentSession();
  const generation = sessionGeneration();
  const { response, body } = await perform(request, session?.token ?? null);
  const renewed = response.headers.get(renewedTokenHeader);
  if (renewed !== null && generation === sessionGeneration()) startSession(renewed);
  if (response.ok && !wasSentToLogin(response)) {
    if (typeof body === "string") throw malformed(`${request.path}: JSON was expected`, response.status);
    return { status: response.status, headers: response.headers, body };
  }
  // A request of an earlier session may fail after the person logged in again.
  if (session && generation === sessionGeneration()) {
    if (isRefusedToken(response, body)) endSession("expired");
    else if (response.status === 403 && messageOf(body) === expiredPassword) endSession("passwordExpired");
  }
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  throw Object.assign(new HttpError(messageOf(body) ?? failureKeys.unknown, response.status, body), { retryAfter });
}

async function perform(request: HttpRequest, token: string | null): Promise<{ response: Response; body: unknown }> {
  const timeout = request.stream
    ? new AbortController().signal
    : AbortSignal.timeout(request.timeout ?? defaultTimeout);
  const headers = new Headers({
    Accept: request.file || request.stream ? "*/*" : "application/json",
    [panelHeader]: "1",
  });
  const body = toBody(request.body);
  // Of a form the browser itself says the type.
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const role = request.anonymous || request.asSelf ? null : viewedRole();
  if (role) headers.set(viewAsHeader, role);
  for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value);
  const answer = async () => {
    const response = await fetch(toAddress(request), {
      method: request.method ?? "GET",
      headers,
      body,
      signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
      keepalive: request.outlivesPage ?? false,
      credentials: request.cookieless ? "omit" : "same-origin",
    });
    // A refusal is read as text even where a file was asked for: its message is in there.
    return { response, body: response.ok ? await bodyOf(request, response) : parseBody(await response.text()) };
  };
  try {
    return await follow(answer(), () => !timeout.aborted && !request.signal?.aborted);
  } catch (error) {
    // A request that was called off on purpose is not a failure to report.
    if (request.signal?.aborted) throw error;
    throw new HttpError(timeout.aborted ? failureKeys.timeout : failureKeys.network, 0);
  }
}

function bodyOf({ file, stream }: HttpRequest, response: Response): unknown {
  if (stream) return response.body ?? undefined;
  return file ? response.blob() : response.text().then(parseBody);
}

function toBody(body: unknown): string | URLSearchParams | FormData | undefined {
  if (body === undefined || body instanceof URLSearchParams || body instanceof FormData) return body;
  return JSON.stringify(body);
}

/** Path and query as one address; stars stay readable because the platform's wildcards are stars. */
export function toAddress({ path, query }: Pick<HttpRequest, "path" | "query">): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) parts.append(name, String(value));
  return parts.size > 0 ? `${path}?${parts}` : path;
}

function parseBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The older platform answers some refusals in plain text or HTML.
    return text;
  }
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("message" in body)) return undefined;
  return typeof body.message === "string" && body.message !== "" ? body.message : undefined;
}

/** The platform says 401; older ones say 403 "Invalid user", or send a legacy call to their login page. */
function isRefusedToken(response: Response, body: unknown): boolean {
  if (response.status === 401) return true;
  if (response.status === 403) return messageOf(body)?.toLowerCase() === "invalid user";
  return wasSentToLogin(response);
}

function wasSentToLogin(response: Response): boolean {
  return response.redirected && new URL(response.url).pathname.endsWith("/login");
}
