import type { Credentials } from "./login.ts";

/** Proves by name and password who asks, where there is no session to do so. */
export function basicAuth({ username, password }: Pick<Credentials, "username" | "password">): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
