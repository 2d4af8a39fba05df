import type { Json } from "../../../src/core/descriptor.ts";
import type { Requests } from "./requests.ts";

/** Read from the environment, which keeps them out of shell history and reports. */
export interface Credentials {
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
}

export function credentialsFrom(env: Readonly<Record<string, string | undefined>>): Credentials {
  return { token: env.RULES_TOKEN, user: env.RULES_USER, password: env.RULES_PASSWORD };
}

/** Opens a client for a platform at this URL. Rejects if the login fails. */
export async function openForeign(url: string, { token, user, password }: Credentials): Promise<Requests> {
  const base = new URL(url);
  const requests = (authorization?: string): Requests => ({
    request: async (method, path, payload) => {
      const type = method === "PATCH" ? "application/json-patch+json" : "application/json";
      const response = await fetch(new URL(path, base.origin), {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(30_000),
        headers: {
          ...(authorization ? { authorization } : {}),
          ...(payload === undefined ? {} : { "content-type": type }),
        },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
      });
      const text = await response.text();
      return {
        sent: { method, url: path, payload },
        status: response.status,
        text,
        body: parsed(text),
        location: response.headers.get("location") ?? undefined,
      };
    },
  });
  if (token) return requests(`Bearer ${token}`);
  if (!user || !password) throw new Error("Missing credentials: set RULES_TOKEN, or RULES_USER and RULES_PASSWORD.");
  const answer = await requests().request("POST", "/login_jwt", { username: user, password });
  if (answer.status !== 200) throw new Error(`Login as ${user} failed with status ${answer.status}`);
  return requests(`Bearer ${String(answer.body?.jwt)}`);
}

function parsed(text: string): Record<string, Json> | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // A body that is not JSON holds no field errors.
    return undefined;
  }
}
