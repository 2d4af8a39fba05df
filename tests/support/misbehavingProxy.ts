import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What can go wrong between a browser and a platform. */
export type Misbehaviour =
  /** Takes the request and never answers. */
  | "hang"
  /** Closes the connection without an answer. */
  | "refuse"
  /** Announces more than it sends, then closes the connection. */
  | "cutOff"
  /** A complete answer that holds half a JSON document. */
  | "halfJson"
  /** The web page of some server on the way, as if all were well. */
  | "webPage"
  /** The web page of a server that has failed. */
  | "brokenPage"
  /** Refuses with JSON, whatever was asked for. */
  | "jsonError";

/** A real HTTP server in front of a platform that misbehaves where it is told to. */
export class MisbehavingProxy {
  /** What goes wrong with a request; undefined: it is passed on. */
  misbehave: (method: string, path: string) => Misbehaviour | undefined = () => undefined;
  readonly #server: Server;

  private constructor(target: string) {
    this.#server = createServer((request, response) => {
      const wrong = this.misbehave(request.method ?? "GET", request.url ?? "/");
      if (wrong) respond(wrong, request, response);
      else pass(target, request, response);
    });
  }

  /** In front of the server at `target`, `http://127.0.0.1:1234`. */
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
