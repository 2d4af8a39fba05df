import { MEGABYTE } from "../../../../core/values/bytes.ts";

/** Milliseconds until a service counts as down. */
const TIMEOUT = 25_000;
/** Bytes of an answer: lists of settings and devices are long. */
const MAX_RESPONSE_BYTES = 8 * MEGABYTE;

export interface ServiceAccess {
  /** Without a slash at its end. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** The service's name for what its phones have in common: Polycom's account, Snom's profile. Empty: none. */
  readonly profile: string;
  /** Snom's name of a group of models: `D-Series`. Empty: none. */
  readonly productFamily: string;
  /** Ends a call, however many requests it takes. */
  readonly signal: AbortSignal;
}

export interface ServiceRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface ServiceResponse {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request to a vendor's service. Throws what kept an answer from arriving; no message has a credential. */
export async function callService(
  { method, url, headers, body }: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  // fetch refuses these as well, but repeats them in its message.
  if (Object.values(headers).some((value) => !/^[\t -~]*$/.test(value))) {
    throw new Error("user or password has characters that cannot be sent");
  }
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      // Credentials must not follow to wherever an answer points.
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    return { status: response.status, isOk: response.ok, headers: response.headers, text: await readText(response) };
  } catch (error) {
    throw new Error(reasonOf(error));
  }
}

async function readText({ body }: Response): Promise<string> {
  if (!body) return "";
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "";
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      throw new Error("the answer is too long");
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** The cause, as fetch itself says no more than that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  // A name with several addresses fails with a code and no message.
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return (cause instanceof Error && cause.message) || code || error.message;
}
