import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface LaxServer {
  readonly url: string;
  /** Write requests, in order. */
  readonly written: readonly string[];
  close(): void;
}

/** A platform that stores anything for these resources and rejects everything else; one of our kind names its extensions. */
export async function startLaxServer(lax: readonly string[], extensions: readonly string[] = []): Promise<LaxServer> {
  const written: string[] = [];
  let nextId = 70;
  const server = createServer((request, response) => {
    const { method = "GET", url = "/" } = request;
    const resource = url.split(/[/?]/)[2] ?? "";
    request.resume();
    response.setHeader("content-type", "application/json");
    if (method !== "GET") written.push(`${method} ${url}`);
    if (method === "DELETE") return response.writeHead(204).end();
    if (method === "POST" && lax.includes(resource)) {
      return response.writeHead(201, { location: `/api/${resource}/${nextId++}` }).end();
    }
    if (method === "POST") return response.writeHead(422).end('{"code":422,"message":"no"}');
    if (resource === "platforminfo")
      return response.end(JSON.stringify(extensions.length > 0 ? { extensions } : { type: "carrier" }));
    return response.end(JSON.stringify({ total_count: 1, _embedded: { [`ngcp:${resource}`]: [{ id: 5 }] } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, written, close: () => server.close() };
}
