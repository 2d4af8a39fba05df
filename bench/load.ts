import autocannon from "autocannon";
import type { LoadRequest } from "./captureSql.ts";
import { median } from "./report.ts";

/** A server under load and the token for its requests. */
export interface Target {
  readonly url: string;
  readonly token?: string;
}

export interface LoadOptions {
  readonly rounds: number;
  /** Duration of a round in seconds. */
  readonly seconds: number;
}

const CONNECTIONS = 10;

/** Requests per second of each target. Rounds alternate, so that other load on the machine affects all targets. */
export async function compareThroughput<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  requests: readonly LoadRequest[],
  { rounds, seconds }: LoadOptions,
): Promise<Record<Name, number>> {
  const names = Object.keys(targets) as Name[];
  const rates = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (const name of names) await load(targets[name], requests, { duration: 1 });
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const { requests: sent } = await load(targets[name], requests, { duration: seconds });
      rates.get(name)?.push(sent.average);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(rates.get(name) ?? [])])) as Record<Name, number>;
}

/** Sends the requests in turn, over ten connections unless said otherwise. Throws if any request fails. */
export async function load(
  { url, token }: Target,
  requests: readonly LoadRequest[],
  until: { readonly duration: number } | { readonly amount: number },
  connections = CONNECTIONS,
): Promise<autocannon.Result> {
  let sent = 0;
  const result = await autocannon({
    url,
    ...until,
    connections,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = requests[sent % requests.length] as LoadRequest;
          sent += 1;
          if (body === undefined) return { ...request, method, path };
          const headers = { ...request.headers, "content-type": "application/json-patch+json" };
          return { ...request, method, path, headers, body: JSON.stringify(body).replaceAll("<n>", String(sent)) };
        },
      },
    ],
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(`${failed} of ${sent} requests to ${url} failed: ${JSON.stringify(result.statusCodeStats)}`);
  return result;
}

/** Logs in and returns an API token. */
export async function requestToken(url: string, username: string, password: string): Promise<string> {
  const response = await fetch(`${url}/login_jwt`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`${username} cannot log in: ${response.status}`);
  return ((await response.json()) as { jwt: string }).jwt;
}
