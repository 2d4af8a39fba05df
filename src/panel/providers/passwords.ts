import { HttpError } from "react-admin";
import type { Json } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { type PasswordPolicy, toPasswordPolicy } from "../../core/validation/passwordPolicy.ts";
import { failureKeys, type HttpRequest, send } from "./http.ts";
import { adoptToken, basicAuth, type Credentials, type LoginError, requestLogin } from "./login.ts";
import { currentSession } from "./session.ts";

/** A broken rule as reported by the platform: a text of ours by key, or its own message. */
export type PasswordError =
  | { readonly key: string; readonly params: Readonly<Record<string, Json>> }
  | { readonly text: string };

/** Why a password request failed. */
export type PasswordChangeError =
  | { readonly reason: "weak"; readonly errors: readonly PasswordError[] }
  /**
   * `forbidden`: the link, the session or the old password is invalid or expired. `notAllowed`: the account may not reset
   * its password.
   */
  | { readonly reason: "forbidden" | "notAllowed" | "invalidOtp" | "tooMany" | "timeout" | "unexpected" };

/** Requests a link to a new password; null: accepted, which says nothing about the account. */
export function requestResetLink(username: string): Promise<PasswordChangeError | null> {
  const body = { type: "administrator", username };
  return perform({ path: "/api/passwordreset/", body, anonymous: true });
}

/** Sends such a link to another user in the caller's care; it works in any browser. */
export function sendLinkTo(username: string): Promise<PasswordChangeError | null> {
  return perform({ path: "/api/passwordreset/", body: { type: "administrator", username } });
}

/** Sets the password with the token of such a link. */
export function setPasswordByLink(token: string, password: string): Promise<PasswordChangeError | null> {
  return perform({ path: "/api/passwordrecovery/", body: { new_password: password, token }, anonymous: true });
}

/**
 * Replaces an expired password, given the old one, and logs in: with the token in the response, or with the new
 * password where there is none.
 */
export async function replaceExpiredPassword(
  { username, password, otp }: Credentials,
  next: string,
): Promise<PasswordChangeError | LoginError | null> {
  const headers = {
    Authorization: basicAuth({ username, password }),
    ...(otp ? { "X-OTP": otp } : {}),
  };
  const body = { new_password: next };
  // The old session's cookie stays out: a gateway would store the new token in it before we have seen it.
  const failure = await perform({ path: "/api/passwordchange/", body, headers, anonymous: true, cookieless: true });
  if (failure) return failure;
  const token = currentSession()?.token;
  if (!token) return requestLogin({ username, password: next, ...(otp ? { otp } : {}) });
  return (await adoptToken(token)) ? null : { kind: "unexpected" };
}

/** Changes the logged-in user's password; the session continues under a new token, all others end. */
export function changeOwnPassword(next: string): Promise<PasswordChangeError | null> {
  return perform({ path: "/api/passwordchange/", body: { new_password: next } });
}

/** The platform's password policy for users who are not logged in; our defaults where it has none. */
export async function loadPasswordPolicy(): Promise<PasswordPolicy> {
  try {
    const { body } = await send({ path: "/api/platforminfo", anonymous: true, cookieless: true });
    return publishedPolicy(isObject(body) ? body.security : undefined);
  } catch {
    // The platform enforces the rules; showing them beforehand is only a help.
    return toPasswordPolicy(null);
  }
}

/** The policy in platforminfo's member `security`. */
export function publishedPolicy(security: Json | undefined): PasswordPolicy {
  const published = isObject(security) ? security.password : undefined;
  return toPasswordPolicy(isObject(published) ? published : null);
}

async function perform(request: Omit<HttpRequest, "method">): Promise<PasswordChangeError | null> {
  try {
    await send({ method: "POST", ...request });
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) return { reason: "unexpected" };
    const { status, message, body } = error;
    if (message === failureKeys.timeout) return { reason: "timeout" };
    if (status === 422) return { reason: "weak", errors: passwordErrorsOf(body, message) };
    if (message === "Invalid OTP") return { reason: "invalidOtp" };
    if (isObject(body) && body.key === "errors.password_reset_not_allowed") return { reason: "notAllowed" };
    if (status === 429) return { reason: "tooMany" };
    return { reason: status === 401 || status === 403 ? "forbidden" : "unexpected" };
  }
}

function passwordErrorsOf(body: unknown, message: string): PasswordError[] {
  const errors = isObject(body) && Array.isArray(body.errors) ? body.errors.filter(isObject) : [];
  const namedErrors = errors.flatMap(({ key, params }) =>
    typeof key === "string" ? [{ key, params: isObject(params) ? params : {} }] : [],
  );
  if (namedErrors.length > 0) return namedErrors;
  // Older platforms put the error in the last quoted part of a long sentence.
  return [{ text: /'([^']*)'[^']*$/.exec(message)?.[1] || message }];
}
