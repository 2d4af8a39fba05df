import { hasStatus } from "./errors.ts";
import { send } from "./http.ts";
import type { Credentials } from "./login.ts";
import { basicAuth } from "./login.ts";

/** The secret to register in an authenticator app: as a QR code to scan, and as text to type. */
export interface Registration {
  /** PNG. */
  readonly picture: Blob;
  /** Base32. */
  readonly secret: string;
}

const path = "/api/otpsecret/";

/** The user's own pending registration, otherwise null. Users without a session authenticate by name and password. */
export async function loadRegistration(
  credentials?: Pick<Credentials, "username" | "password">,
): Promise<Registration | null> {
  const headers: Record<string, string> = credentials ? { Authorization: basicAuth(credentials) } : {};
  const request = { path, file: true as const, anonymous: credentials !== undefined };
  try {
    const text = await send({ ...request, headers: { ...headers, Accept: "text/plain" } });
    const picture = await send({ ...request, headers: { ...headers, Accept: "image/png" } });
    return { secret: await text.body.text(), picture: picture.body };
  } catch (error) {
    if (hasStatus(error, 400)) return null;
    throw error;
  }
}

/** Completes the registration with the app's first code. */
export async function confirmRegistration(code: string): Promise<void> {
  await send({ method: "POST", path, body: { code } });
}

/** Makes an administrator register an app again at the next login. */
export async function resetSecondFactor(adminId: number | string): Promise<void> {
  await send({ method: "DELETE", path, query: { admin_id: adminId } });
}
