import { HttpError } from "ra-core";
import { send } from "./http.ts";

/** What an authenticator app has to know once: a QR code to scan, and the same secret to type. */
export interface Registration {
  /** PNG. */
  readonly picture: Blob;
  /** Base32. */
  readonly secret: string;
}

interface NameAndPassword {
  readonly username: string;
  readonly password: string;
}

const path = "/api/otpsecret/";

/**
 * The person's own registration while it is open, else null. Who has no session yet proves to be the person by name
 * and password.
 */
export async function loadRegistration(credentials?: NameAndPassword): Promise<Registration | null> {
  const headers: Record<string, string> = credentials ? { Authorization: toBasic(credentials) } : {};
  const asked = { path, file: true, anonymous: credentials !== undefined };
  try {
    const text = await send({ ...asked, headers: { ...headers, Accept: "text/plain" } });
    const picture = await send({ ...asked, headers: { ...headers, Accept: "image/png" } });
    return { secret: await (text.body as Blob).text(), picture: picture.body as Blob };
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return null;
    throw error;
  }
}

/** Completes the registration with the first code of the app. */
export async function confirmRegistration(code: string): Promise<void> {
  await send({ method: "POST", path, body: { code } });
}

/** Makes an administrator register an app anew, at the next login. */
export async function resetSecondFactor(adminId: number | string): Promise<void> {
  await send({ method: "DELETE", path, query: { admin_id: adminId } });
}

/** The header takes bytes; names may be written in any alphabet. */
function toBasic({ username, password }: NameAndPassword): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
