import type { HttpError } from "react-admin";
import { isObject } from "../../core/schema/isObject.ts";
import { failureKeys, isRequestError, send } from "./http.ts";
import { currentSession, endSession, startCookieSession, startSession } from "./session.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** One-time password of the second factor. */
  readonly otp?: string;
}

/** Why a login failed; each has a text in `i18n/en/login.json`. */
type LoginFailure = "wrongCredentials" | "banned" | "passwordExpired" | "invalidOtp" | "timeout" | "unexpected";

export interface LoginError {
  readonly kind: LoginFailure;
  /** Duration of a ban in seconds, where the platform reports it. */
  readonly retryAfter?: number | undefined;
}

/** Refusals that the platform identifies by an exact message. */
const failureOfMessage: Readonly<Record<string, LoginFailure>> = {
  Banned: "banned",
  "Password expired": "passwordExpired",
  "Invalid OTP": "invalidOtp",
};

/** Requests a token and starts the session; null on success. */
export async function requestLogin(credentials: Credentials | { readonly jwt: string }): Promise<LoginError | null> {
  try {
    const headers = { "X-Session": "cookie" };
    const { body } = await send({ method: "POST", path: "/login_jwt", body: credentials, headers, anonymous: true });
    return start(body) ? null : { kind: "wrongCredentials" };
  } catch (error) {
    if (!isRequestError(error)) return { kind: "unexpected" };
    return { kind: toFailure(error), retryAfter: error.retryAfter };
  }
}

/** Starts a session with a token issued elsewhere; false when it is invalid. */
export async function adoptToken(token: string): Promise<boolean> {
  const failure = await requestLogin({ jwt: token });
  // Only an error is a verdict: older platforms that renew no tokens get this one as it is.
  return failure === null || (failure.kind !== "wrongCredentials" && startSession(token));
}

/** The gateway keeps the token out of reach of scripts; without a gateway it is in the response. */
function start(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (body.cookie === true && typeof body.id === "number") {
    startCookieSession(body.id);
    return true;
  }
  return typeof body.jwt === "string" && startSession(body.jwt);
}

function toFailure({ status, message }: HttpError): LoginFailure {
  if (message === failureKeys.timeout) return "timeout";
  if (status !== 403 && status !== 422) return "unexpected";
  return failureOfMessage[message] ?? "wrongCredentials";
}

/** Ends the session locally, then tells the platform, whose response no longer matters. */
export async function logOut(): Promise<void> {
  const token = currentSession()?.token;
  endSession("loggedOut");
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  await send({ path: "/ajax_logout", anonymous: true, headers }).catch(() => undefined);
}

/** Basic authentication, for requests without a session. */
export function basicAuth({ username, password }: Pick<Credentials, "username" | "password">): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
