import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Failures between a browser and a platform. */
export type Misbehaviour =
  /** Accepts the request and never responds. */
  | "hang"
  /** Closes the connection without a response. */
  | "refuse"
  /** Closes the connection before the announced length is sent. */
  | "cutOff"
  /** A complete response with a truncated JSON document. */
  | "halfJson"
  /** An HTML page with status 200, as from a captive portal. */
  | "webPage"
  /** The HTML error page of a failed server. */
  | "brokenPage"
  /** Rejects any request with a JSON error. */
  | "jsonError";

/** An HTTP server in front of a platform that misbehaves on demand. */
export class MisbehavingProxy {
  /** How to misbehave for a request; passes it on if undefined. */
  misbehave: (method: string, path: string) => Misbehaviour | undefined = () => undefined;
  readonly #server: Server;

  private constructor(target: string) {
    this.#server = createServer((request, response) => {
      const wrong = this.misbehave(request.method ?? "GET", request.url ?? "/");
      if (wrong) respond(wrong, request, response);
      else pass(target, request, response);
    });
  }

  /** Starts in front of the server at `target`, such as `http://127.0.0.1:1234`. */
  static async start(target: string): Promise<MisbehavingProxy> {
    const proxy = new MisbehavingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function respond(wrong: Misbehaviour, request: IncomingMessage, response: ServerResponse): void {
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { "Content-Type": type }).end(body);
  switch (wrong) {
    case "hang":
      return;
    case "refuse":
      request.socket.destroy();
      return;
    case "cutOff":
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "500" });
      response.write('{"total_count": 3, "_embed', () => request.socket.destroy());
      return;
    case "halfJson":
      send(200, "application/json", '{"total_count": 3, "_embed');
      return;
    case "webPage":
      send(200, "text/html", "<!doctype html><title>Welcome to this hotel's network</title>");
      return;
    case "brokenPage":
      send(500, "text/html", "<!doctype html><title>Oops</title><h1>500</h1>");
      return;
    case "jsonError":
      send(422, "application/json", JSON.stringify({ code: 422, message: "The picture is gone" }));
  }
}

function pass(target: string, request: IncomingMessage, response: ServerResponse): void {
  const { host: _, ...headers } = request.headers;
  const onward = forward(new URL(request.url ?? "/", target), { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => request.socket.destroy());
  request.pipe(onward);
}
