import { HttpError } from "ra-core";
import type { Json } from "../../core/descriptor.ts";
import { type PasswordPolicy, toPasswordPolicy } from "../../core/password.ts";
import { isObject as isJsonObject } from "../../core/prepare.ts";
import { currentSession } from "../session.ts";
import { failureKeys, type HttpRequest, send } from "./http.ts";
import { isObject } from "./isObject.ts";
import { adoptToken, type Credentials, type LoginRefusal, requestLogin } from "./login.ts";

/** A broken rule as the platform tells it: a text of ours by its key, or words of its own. */
export type PasswordComplaint =
  | { readonly key: string; readonly params: Readonly<Record<string, Json>> }
  | { readonly text: string };

/** Why a request about a password came to nothing. */
export type PasswordRefusal =
  | { readonly reason: "weak"; readonly complaints: readonly PasswordComplaint[] }
  /** `forbidden`: the link, the session or the old password is not good (any more). */
  | { readonly reason: "forbidden" | "invalidOtp" | "tooMany" | "timeout" | "unexpected" };

/** Asks for a link to a new password; null: the request was taken, which says nothing about the account. */
export function requestResetLink(username: string): Promise<PasswordRefusal | null> {
  const body = { type: "administrator", username };
  return perform({ path: "/api/passwordreset/", body, anonymous: true });
}

/** Sets the password by the token of such a link. */
export function setPasswordByLink(token: string, password: string): Promise<PasswordRefusal | null> {
  return perform({ path: "/api/passwordrecovery/", body: { new_password: password, token }, anonymous: true });
}

/**
 * Replaces a password that has expired by proving that one knows it, and logs in: by the token that the platform
 * answers, or by the new password where it answers none.
 */
export async function replaceExpiredPassword(
  { username, password, otp }: Credentials,
  next: string,
): Promise<PasswordRefusal | LoginRefusal | null> {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const headers = {
    Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}`,
    ...(otp ? { "X-OTP": otp } : {}),
  };
  const body = { new_password: next };
  // Without an old session's cookie, in which a gateway would put the new token away before we have seen it.
  const refusal = await perform({ path: "/api/passwordchange/", body, headers, anonymous: true, cookieless: true });
  if (refusal) return refusal;
  const token = currentSession()?.token;
  if (!token) return requestLogin({ username, password: next, ...(otp ? { otp } : {}) });
  return (await adoptToken(token)) ? null : { kind: "unexpected" };
}

/** Changes the password of whoever is logged in; the session goes on under a new token, all others end. */
export function changeOwnPassword(next: string): Promise<PasswordRefusal | null> {
  return perform({ path: "/api/passwordchange/", body: { new_password: next } });
}

/** What the platform demands of passwords, for people who are not logged in; our defaults when it does not say. */
export async function loadPasswordPolicy(): Promise<PasswordPolicy> {
  try {
    const { body } = await send({ path: "/api/platforminfo", anonymous: true, cookieless: true });
    const security = isObject(body) ? (body.security as Json | undefined) : undefined;
    return publishedPolicy(security);
  } catch {
    // The rules are the platform's to enforce; what is shown before is a help.
    return toPasswordPolicy(null);
  }
}

/** The policy in platforminfo's member `security`. */
export function publishedPolicy(security: Json | undefined): PasswordPolicy {
  const published = isJsonObject(security) ? security.password : undefined;
  return toPasswordPolicy(isJsonObject(published) ? published : null);
}

async function perform(request: Omit<HttpRequest, "method">): Promise<PasswordRefusal | null> {
  try {
    await send({ method: "POST", ...request });
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) return { reason: "unexpected" };
    const { status, message, body } = error;
    if (message === failureKeys.timeout) return { reason: "timeout" };
    if (status === 422) return { reason: "weak", complaints: complaintsOf(body, message) };
    if (message === "Invalid OTP") return { reason: "invalidOtp" };
    if (status === 429) return { reason: "tooMany" };
    return { reason: status === 401 || status === 403 ? "forbidden" : "unexpected" };
  }
}

function complaintsOf(body: unknown, message: string): PasswordComplaint[] {
  const errors = isObject(body) && Array.isArray(body.errors) ? body.errors.filter(isObject) : [];
  const known = errors.flatMap(({ key, params }) =>
    typeof key === "string" ? [{ key, params: (isObject(params) ? params : {}) as Record<string, Json> }] : [],
  );
  if (known.length > 0) return known;
  // Older platforms: what is wrong stands in the last pair of quotes of a long sentence.
  return [{ text: /'([^']*)'[^']*$/.exec(message)?.[1] || message }];
}
