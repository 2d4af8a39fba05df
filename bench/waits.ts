import { setTimeout as pause } from "node:timers/promises";
import type { ScaleRows } from "../src/platform/seed/scale.ts";
import type { Target } from "./load.ts";
import { milliseconds } from "./report.ts";

/** Other requests are sent this long after each response. */
const PAUSE_MS = 15;

export interface BenchRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

interface Waited<Result> {
  readonly result: Result;
  /** Milliseconds that the work took. */
  readonly took: number;
  /** The longest wait of any other request, in milliseconds, and of each in words. */
  readonly longest: number;
  readonly words: string;
}

/** Does some work while others ask for the state, a list and a change; they are sent once before. */
export async function waitsDuring<Result>(
  target: Target,
  others: ScaleRows,
  work: () => Promise<Result>,
): Promise<Waited<Result>> {
  const otherRequests: Readonly<Record<string, BenchRequest>> = {
    "/health": { method: "GET", path: "/health" },
    list: { method: "GET", path: `/api/subscribers/?rows=10&reseller_id=${others.resellerId}` },
    PATCH: {
      method: "PATCH",
      path: `/api/subscribers/${others.subscriberBase + 1}`,
      body: [{ op: "replace", path: "/display_name", value: `Bench ${Math.random()}` }],
    },
  };
  for (const one of Object.values(otherRequests)) await send(target, one);
  let isOver = false;
  const waits = Object.entries(otherRequests).map(async ([who, one]) => {
    let longest = 0;
    while (!isOver) {
      const started = performance.now();
      await send(target, one);
      longest = Math.max(longest, performance.now() - started);
      await pause(PAUSE_MS);
    }
    return { who, longest };
  });
  const started = performance.now();
  const result = await work();
  const took = performance.now() - started;
  isOver = true;
  const waited = await Promise.all(waits);
  return {
    result,
    took,
    longest: Math.max(...waited.map((one) => one.longest)),
    words: waited.map((one) => `${one.who} ${milliseconds(one.longest)}`).join(", "),
  };
}

/** Sends a request and returns its JSON, `{}` where there is none; throws if it is refused. */
export async function send<Answer>({ url, token }: Target, { method, path, body }: BenchRequest): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined
        ? {}
        : { "content-type": method === "PATCH" ? "application/json-patch+json" : "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text.startsWith("{") ? JSON.parse(text) : {}) as Answer;
}
