import { createHmac, randomBytes } from "node:crypto";

/** The key of an account: its public id, and the secret that never leaves the platform. */
export interface HawkKey {
  readonly id: string;
  readonly secret: string;
}

/**
 * The `Authorization` of a request by Hawk 1 (github.com/mozilla/hawk) with SHA-256. The hash of the content, which Hawk
 * leaves to choice, is left out, as TLS protects it. Our own, as no library for it is kept up.
 */
export function hawkHeader({ id, secret }: HawkKey, method: string, url: string, now: Date): string {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const ts = Math.floor(now.getTime() / 1000);
  const nonce = randomBytes(6).toString("base64url");
  const usualPort = protocol === "https:" ? "443" : "80";
  const hash = "";
  const ext = "";
  const signed = ["hawk.1.header", ts, nonce, method, pathname + search, hostname, port || usualPort, hash, ext, ""];
  const mac = createHmac("sha256", secret).update(signed.join("\n")).digest("base64");
  return `Hawk id="${id}", ts="${ts}", nonce="${nonce}", mac="${mac}"`;
}
