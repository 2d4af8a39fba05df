import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServiceAccess } from "../platform/features/provisioning/redirect/callService.ts";

/** What a service was sent. */
export interface Heard {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What it answers: nothing at all, the end of the connection, or a text. */
export type Reply =
  | "silence"
  | "end"
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string };

export interface TestService {
  readonly url: string;
  readonly heard: Heard[];
  answer: (heard: Heard) => Reply;
  close(): Promise<void>;
}

/** For tests: a server that answers as a vendor's service does, and remembers what it was sent. */
export async function openTestService(): Promise<TestService> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const one = { method, path, headers, body: await read(request) };
    heard.push(one);
    const reply = service.answer(one);
    if (reply === "silence") return;
    if (reply === "end") request.socket.destroy();
    else response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const service: TestService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: () => "end",
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** The access of a model with credentials that a file or an address has to escape. */
export function accessTo(url: string, more: Partial<ServiceAccess> = {}): ServiceAccess {
  const credentials = { user: "oper&tor", password: `Right<horse"9` };
  return { url, ...credentials, profile: "", productFamily: "", signal: AbortSignal.timeout(20_000), ...more };
}

/** Answers that no service means as a success. */
export const unreadable: readonly { readonly name: string; readonly reply: Reply; readonly reason: string | RegExp }[] =
  [
    { name: "an empty answer", reply: { body: "" }, reason: /^the answer (is not|lacks)/ },
    { name: "a page", reply: { body: "<html><p>Log in<br></html>" }, reason: /^the answer is (not the XML|no JSON)/ },
    {
      name: "half an answer",
      reply: { body: '{"code": 0, "success": tr' },
      reason: /^the answer is (not the XML|no JSON)/,
    },
    { name: "another document", reply: { body: "<ok/>" }, reason: /^the answer is (not the XML|no JSON)/ },
    { name: "another status", reply: { status: 502, body: "<html>" }, reason: "HTTP 502" },
    {
      name: "a redirect",
      reply: { status: 302, headers: { location: "/elsewhere" }, body: "" },
      reason: "unexpected redirect",
    },
    { name: "a closed connection", reply: "end", reason: "other side closed" },
  ];
