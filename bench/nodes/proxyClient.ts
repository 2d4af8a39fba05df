import type { IncomingHttpHeaders } from "node:http";
import { Agent, request } from "node:https";

/** An answer, or status 0 where none came. */
export interface Answered {
  readonly status: number;
  /** Milliseconds from sending to the last byte. */
  readonly ms: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends requests through the proxy over kept connections, as a browser does; nothing is repeated. */
export class ProxyClient {
  readonly #url: string;
  readonly #token: string;
  // The proxy's certificate is one of its own.
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Never rejects. */
  send(method: string, path: string, payload?: unknown): Promise<Answered> {
    const body = payload === undefined ? undefined : JSON.stringify(payload);
    const started = performance.now();
    const type = method === "PATCH" ? "application/json-patch+json" : "application/json";
    return new Promise((resolve) => {
      const end = (status: number, headers: IncomingHttpHeaders, text: string) =>
        resolve({ status, ms: performance.now() - started, headers, text });
      const sent = request(`${this.#url}${path}`, {
        agent: this.#agent,
        method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${this.#token}`,
          ...(body === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(body) }),
        },
      });
      sent.once("error", (error) => end(0, {}, error.message));
      sent.once("response", (response) => {
        let text = "";
        response.on("data", (data: Buffer) => {
          text += data.toString();
        });
        // A response that breaks off counts as none.
        response.once("error", (error) => end(0, {}, error.message));
        response.once("end", () => end(response.statusCode ?? 0, response.headers, text));
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
