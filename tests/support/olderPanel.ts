import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** A small server in place of the older panel: a page at every path, some with links, an error and a login page. */
export class OlderPanel {
  /** Requested paths with query, in order. */
  readonly requests: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(): Promise<OlderPanel> {
    const panel = new OlderPanel();
    panel.#server.listen(0, "127.0.0.1");
    await once(panel.#server, "listening");
    return panel;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  /** Does nothing if it has stopped already. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #answer({ url = "/" }: IncomingMessage, response: ServerResponse): void {
    this.requests.push(url);
    const { pathname } = new URL(url, this.url);
    const { status, body } = pages[pathname] ?? { status: 200, body: `<h1>Older ${pathname}</h1>` };
    response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><title>Older panel</title><body>${body}</body>`);
  }
}

const pages: Readonly<Record<string, { readonly status: number; readonly body: string }>> = {
  "/batchprovisioning/older": {
    status: 200,
    body: `<h1>Older /batchprovisioning/older</h1><p style="height: 1500px"><a href="/batchprovisioning/detail">More</a>
      <a href="/elsewhere/new">Elsewhere</a> <a href="/domain">Domains</a></p>
      <button onclick="parent.postMessage({ type: 'aui-navigate-to', url: '/customer' }, location.origin)">Customers</button>`,
  },
  "/refused": { status: 403, body: "No" },
  "/missing": { status: 404, body: "Not there" },
  "/loggedout": { status: 200, body: '<form id="login_page_v1">Log in</form>' },
};
