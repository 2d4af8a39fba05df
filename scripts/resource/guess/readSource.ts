import { readFileSync } from "node:fs";
import { byteOrderMark } from "../../../src/core/values/csv.ts";
import { headerSeparator, readCsv } from "../../../src/core/values/csvReader.ts";
import { refuse } from "../refusedInput.ts";
import { PHONE_NAME } from "./fromRecords.ts";

type Fetch = (url: string, options?: RequestInit) => Promise<Response>;

/** Number of records to request: enough to see variation, few enough for any platform. */
const ROWS = "100";

/**
 * Reads JSON or CSV from a URL or file. Credentials come from the environment: `PLATFORM_TOKEN`, or `PLATFORM_USER` and
 * `PLATFORM_PASSWORD` for `/login_jwt` of the same origin, or basic authentication if that fails. Throws RefusedInput.
 */
export async function readSource(from: string, env: NodeJS.ProcessEnv, ask: Fetch = fetch): Promise<unknown> {
  const text = /^https?:\/\//.test(from) ? await readUrl(from, env, ask) : readFile(from);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return (
      readTable(text) ??
      refuse(
        `${from} is not JSON or CSV`,
        "name a collection of the API, an OpenAPI document in JSON, or a file of either; or a CSV file with a header",
      )
    );
  }
}

/** Records of a CSV file with a header; undefined for other texts. */
function readTable(text: string): Record<string, unknown>[] | undefined {
  const separator = headerSeparator(text, (name) => /^[a-z][a-z0-9_]*$/.test(name));
  const [header, ...lines] = [...readCsv(text.replace(byteOrderMark, ""), separator)].map(({ cells }) => cells);
  if (!header || header.length < 2 || lines.length === 0) return undefined;
  const columns = header.map((name, index) =>
    toValues(
      name,
      lines.map((cells) => cells[index] ?? ""),
    ),
  );
  return lines.map((_, row) => Object.fromEntries(header.map((name, index) => [name, columns[index]?.[row]])));
}

/** Numbers and booleans where the whole column has them. Digits that identify something, such as phone numbers, stay texts. */
function toValues(name: string, cells: readonly string[]): unknown[] {
  const present = cells.filter((cell) => cell !== "");
  const isNumeric = present.every((cell) => /^-?(?:0|[1-9]\d{0,8})(?:\.\d+)?$/.test(cell)) && !PHONE_NAME.test(name);
  const isBoolean = present.every((cell) => /^(?:true|false)$/.test(cell));
  const toValue = (cell: string) => (isNumeric ? Number(cell) : isBoolean ? cell === "true" : cell);
  return cells.map((cell) => (cell === "" ? null : toValue(cell)));
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return refuse(`no file ${path}`, "write a URL with http:// or https://, or the path of a file");
  }
}

async function readUrl(from: string, env: NodeJS.ProcessEnv, fetch: Fetch): Promise<string> {
  const url = new URL(from);
  if (/\/api\//.test(url.pathname) && !url.searchParams.has("rows")) url.searchParams.set("rows", ROWS);
  const authorization = await credentials(url, env, fetch);
  const response = await fetch(url.href, {
    headers: { accept: "application/json", ...(authorization ? { authorization } : {}) },
  });
  if (response.ok) return response.text();
  const hint = [401, 403].includes(response.status)
    ? "set PLATFORM_TOKEN, or PLATFORM_USER and PLATFORM_PASSWORD"
    : "try the URL with curl";
  return refuse(`${url.href} returned status ${response.status}`, hint);
}

async function credentials(url: URL, env: NodeJS.ProcessEnv, fetch: Fetch): Promise<string | undefined> {
  const { PLATFORM_TOKEN: token, PLATFORM_USER: username, PLATFORM_PASSWORD: password } = env;
  if (token) return `Bearer ${token}`;
  if (!username || !password) return undefined;
  const body = JSON.stringify({ username, password });
  const response = await fetch(`${url.origin}/login_jwt`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  const jwt = response.ok ? ((await response.json()) as { readonly jwt?: string }).jwt : undefined;
  return jwt ? `Bearer ${jwt}` : `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}
