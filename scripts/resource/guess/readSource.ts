import { readFileSync } from "node:fs";
import { refuse } from "../refusedInput.ts";

type Fetch = (url: string, options?: RequestInit) => Promise<Response>;

/** Rows that are asked for: enough to see what differs, few enough for any platform. */
const ROWS = "100";

/**
 * The JSON at an address or in a file. Credentials come from the environment: `PLATFORM_TOKEN`, or `PLATFORM_USER` and
 * `PLATFORM_PASSWORD` for a login at the address's own `/login_jwt`, else as basic authentication. Throws RefusedInput.
 */
export async function readSource(from: string, env: NodeJS.ProcessEnv, ask: Fetch = fetch): Promise<unknown> {
  const text = /^https?:\/\//.test(from) ? await readUrl(from, env, ask) : readFile(from);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuse(
      `${from} is no JSON`,
      "name a collection of the API, an OpenAPI document in JSON, or a file of either",
    );
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return refuse(`there is no file ${path}`, "write a URL with http:// or https://, or the path of a file");
  }
}

async function readUrl(from: string, env: NodeJS.ProcessEnv, ask: Fetch): Promise<string> {
  const url = new URL(from);
  if (/\/api\//.test(url.pathname) && !url.searchParams.has("rows")) url.searchParams.set("rows", ROWS);
  const authorization = await credentials(url, env, ask);
  const answer = await ask(url.href, {
    headers: { accept: "application/json", ...(authorization ? { authorization } : {}) },
  });
  if (answer.ok) return answer.text();
  const hint = [401, 403].includes(answer.status)
    ? "set PLATFORM_TOKEN, or PLATFORM_USER and PLATFORM_PASSWORD"
    : "open it with curl and see what it wants";
  return refuse(`${url.href} answers with status ${answer.status}`, hint);
}

async function credentials(url: URL, env: NodeJS.ProcessEnv, ask: Fetch): Promise<string | undefined> {
  const { PLATFORM_TOKEN: token, PLATFORM_USER: username, PLATFORM_PASSWORD: password } = env;
  if (token) return `Bearer ${token}`;
  if (!username || !password) return undefined;
  const body = JSON.stringify({ username, password });
  const answer = await ask(`${url.origin}/login_jwt`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  const found = answer.ok ? ((await answer.json()) as { readonly jwt?: string }).jwt : undefined;
  return found ? `Bearer ${found}` : `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}
