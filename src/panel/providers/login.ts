import { HttpError } from "ra-core";
import { startSession } from "../session.ts";
import { failureKeys, send } from "./http.ts";
import { isObject } from "./isObject.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** One-time password of the second factor. */
  readonly otp?: string;
}

/** Why a login failed; each is a text of `i18n/en/login.json`. */
export type LoginFailure = "wrongCredentials" | "banned" | "passwordExpired" | "invalidOtp" | "timeout" | "unexpected";

/** Refusals that the platform tells by an exact message. */
const failureOfMessage: Readonly<Record<string, LoginFailure>> = {
  Banned: "banned",
  "Password expired": "passwordExpired",
  "Invalid OTP": "invalidOtp",
};

/** Asks for a token and starts the session with it; null when that went well. */
export async function requestLogin(credentials: Credentials): Promise<LoginFailure | null> {
  try {
    const { body } = await send({ method: "POST", path: "/login_jwt", body: credentials, anonymous: true });
    const token = isObject(body) && typeof body.jwt === "string" ? body.jwt : "";
    return startSession(token) ? null : "wrongCredentials";
  } catch (error) {
    return error instanceof HttpError ? toFailure(error) : "unexpected";
  }
}

function toFailure({ status, message }: HttpError): LoginFailure {
  if (message === failureKeys.timeout) return "timeout";
  if (status !== 403 && status !== 422) return "unexpected";
  return failureOfMessage[message] ?? "wrongCredentials";
}
