import { setTimeout as pause } from "node:timers/promises";
import { type Answered, ProxyClient } from "./proxyClient.ts";

/** What react-query waits before it repeats a request, as the panel uses it. */
const REPEAT_AFTER_MS = 1_000;
/** Between two requests of a client. */
const PAUSE_MS = 5;

export interface Sent extends Answered {
  readonly method: string;
  /** Milliseconds of performance.now(). */
  readonly at: number;
  /** Of a reading that failed: what the panel's own repetition of it was answered; undefined where it repeats nothing. */
  readonly repeated?: number | undefined;
}

export const isFailed = ({ status }: Pick<Answered, "status">) => status === 0 || status >= 500;

interface Places {
  readonly url: string;
  readonly token: string;
  /** Id of the first of as many subscribers as there are changing clients. */
  readonly subscriber: number;
}

interface Numbers {
  readonly creating: number;
  readonly changing: number;
  readonly reading: number;
}

/**
 * Clients that create, change and read records through the proxy, one request after the other. Reading is repeated as the
 * panel does it: once, after a second, and only where no answer came (`retry` in src/panel/providers/http.ts).
 */
export class Clients {
  readonly sent: Sent[] = [];
  /** Created records that were acknowledged, by id. */
  readonly created = new Map<number, string>();
  /** Of each changed subscriber: the last acknowledged change, and those that were sent after it. */
  readonly changed = new Map<number, { stored: string; readonly unsure: string[] }>();
  readonly #client: ProxyClient;
  readonly #working: Promise<unknown>;
  #isOver = false;

  constructor({ url, token, subscriber }: Places, tag: string, { creating, changing, reading }: Numbers) {
    this.#client = new ProxyClient(url, token);
    const each = (count: number, work: (at: number) => Promise<void>) =>
      Array.from({ length: count }, (_, at) => this.#repeat(() => work(at)));
    let written = 0;
    const paths = ["/api/subscribers/?rows=10", `/api/subscribers/${subscriber}`, "/api/customers/?rows=10"];
    this.#working = Promise.all([
      ...each(creating, async () => {
        const email = `${tag}.${++written}@example.org`;
        const { status, headers } = await this.#send("POST", "/api/systemcontacts/", { email });
        if (status === 201) this.created.set(Number(headers.location?.split("/").at(-1)), email);
      }),
      ...each(changing, async (at) => {
        const id = subscriber + at;
        const value = `${tag}-${++written}`;
        const known = this.changed.get(id) ?? { stored: "", unsure: [] };
        this.changed.set(id, known);
        known.unsure.push(value);
        const change = [{ op: "replace", path: "/display_name", value }];
        const { status } = await this.#send("PATCH", `/api/subscribers/${id}`, change);
        if (status === 204) Object.assign(known, { stored: value, unsure: [] });
      }),
      ...each(reading, async (at) => {
        await this.#send("GET", paths[at % paths.length] ?? "");
      }),
    ]);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    this.#client.close();
  }

  /** Acknowledged writes that are not there. */
  async lost(): Promise<number> {
    const client = this.#client;
    let lost = 0;
    for (const [id, email] of this.created) {
      const { text } = await client.send("GET", `/api/systemcontacts/${id}`);
      if (!text.includes(JSON.stringify(email))) lost++;
    }
    for (const [id, { stored, unsure }] of this.changed) {
      const { text } = await client.send("GET", `/api/subscribers/${id}`);
      if (![stored, ...unsure].some((value) => text.includes(JSON.stringify(value)))) lost++;
    }
    client.close();
    return lost;
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await work();
      await pause(PAUSE_MS);
    }
  }

  async #send(method: string, path: string, payload?: unknown): Promise<Answered> {
    const at = performance.now();
    const answer = await this.#client.send(method, path, payload);
    let repeated: number | undefined;
    if (method === "GET" && answer.status === 0) {
      await pause(REPEAT_AFTER_MS);
      repeated = (await this.#client.send(method, path)).status;
    }
    this.sent.push({ ...answer, method, at, repeated });
    return answer;
  }
}
