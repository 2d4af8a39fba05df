import { HttpError } from "ra-core";
import { startCookieSession, startSession } from "../session.ts";
import { failureKeys, type Refusal, send } from "./http.ts";
import { isObject } from "./isObject.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** One-time password of the second factor. */
  readonly otp?: string;
}

/** Why a login failed; each is a text of `i18n/en/login.json`. */
export type LoginFailure = "wrongCredentials" | "banned" | "passwordExpired" | "invalidOtp" | "timeout" | "unexpected";

export interface LoginRefusal {
  readonly kind: LoginFailure;
  /** Seconds that a ban lasts, where the platform tells. */
  readonly retryAfter?: number | undefined;
}

/** Refusals that the platform tells by an exact message. */
const failureOfMessage: Readonly<Record<string, LoginFailure>> = {
  Banned: "banned",
  "Password expired": "passwordExpired",
  "Invalid OTP": "invalidOtp",
};

/** Asks for a token and starts the session with it; null when that went well. */
export async function requestLogin(credentials: Credentials | { readonly jwt: string }): Promise<LoginRefusal | null> {
  try {
    const headers = { "X-Session": "cookie" };
    const { body } = await send({ method: "POST", path: "/login_jwt", body: credentials, headers, anonymous: true });
    return start(body) ? null : { kind: "wrongCredentials" };
  } catch (error) {
    if (!(error instanceof HttpError)) return { kind: "unexpected" };
    return { kind: toFailure(error), retryAfter: (error as Refusal).retryAfter };
  }
}

/** Starts a session with a token that somebody else was given; false when it is no good. */
export async function adoptToken(token: string): Promise<boolean> {
  const failure = await requestLogin({ jwt: token });
  // Only a refusal is the platform's verdict: an older one that renews no tokens gets this one as it is.
  return failure === null || (failure.kind !== "wrongCredentials" && startSession(token));
}

/** The gateway keeps the token where scripts can not read it; without a gateway it comes with the answer. */
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
