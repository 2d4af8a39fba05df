import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";

/** What the registrar answers to each registration; null: nothing. */
export type Verdict = { readonly status: number; readonly reason: string } | null;

/** Fixed by RFC 6455. */
const WEBSOCKET_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** A registrar over real WebSockets that answers every registration as a test wants it, and refuses all else. */
export class SipRegistrar {
  verdict: Verdict = { status: 200, reason: "OK" };
  /** Method and headers of all requests, in order. */
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((_request, response) => response.writeHead(404).end());
    this.#server.on("upgrade", (request, socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      const key = request.headers["sec-websocket-key"];
      const accept = createHash("sha1").update(`${key}${WEBSOCKET_KEY}`).digest("base64");
      const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
      head.push(`Sec-WebSocket-Accept: ${accept}`, "Sec-WebSocket-Protocol: sip");
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      this.#listen(socket);
    });
  }

  static async start(port: number): Promise<SipRegistrar> {
    const registrar = new SipRegistrar();
    registrar.#server.listen(port, "127.0.0.1");
    await once(registrar.#server, "listening");
    return registrar;
  }

  /** Breaks all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #listen(socket: Socket): void {
    let received = Buffer.alloc(0);
    socket.on("data", (data: Buffer) => {
      received = Buffer.concat([received, data]);
      for (let frame = readFrame(received); frame; frame = readFrame(received)) {
        received = received.subarray(frame.length);
        if (frame.isText) this.#take(frame.text, socket);
        else socket.end();
      }
    });
  }

  #take(request: string, socket: Socket): void {
    if (!/^[A-Z]+ \S+ SIP\/2.0\r\n/.test(request)) return;
    this.requests.push(request);
    const isRegistration = request.startsWith("REGISTER ");
    const verdict = isRegistration ? this.verdict : { status: 404, reason: "Not Found" };
    if (verdict && !request.startsWith("ACK ")) socket.write(writeFrame(answerTo(request, verdict)));
  }
}

function answerTo(request: string, { status, reason }: NonNullable<Verdict>): string {
  const header = (name: string) => new RegExp(`^${name}: .*$`, "im").exec(request)?.[0].trimEnd() ?? "";
  const lines = [`SIP/2.0 ${status} ${reason}`, header("Via"), header("From"), `${header("To")};tag=registrar`];
  lines.push(header("Call-ID"), header("CSeq"));
  if (status === 200) lines.push(header("Contact"));
  if (status === 401) lines.push('WWW-Authenticate: Digest realm="patchbay.example", nonce="5f1b", algorithm=MD5');
  return [...lines, "Content-Length: 0", "", ""].join("\r\n");
}

interface Frame {
  readonly isText: boolean;
  readonly text: string;
  /** Bytes of the whole frame. */
  readonly length: number;
}

/** The first frame of what a browser has sent, which is always masked; null while it is incomplete. */
function readFrame(bytes: Buffer): Frame | null {
  if (bytes.length < 6) return null;
  const short = bytes.readUInt8(1) & 0x7f;
  const isLonger = short === 126;
  const start = isLonger ? 8 : 6;
  if (bytes.length < start) return null;
  const size = isLonger ? bytes.readUInt16BE(2) : short;
  if (bytes.length < start + size) return null;
  const mask = bytes.subarray(start - 4, start);
  const body = bytes.subarray(start, start + size).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  const isText = (bytes.readUInt8(0) & 0x0f) < 8;
  return { isText, text: Buffer.from(body).toString("utf8"), length: start + size };
}

function writeFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = body.length < 126 ? Buffer.from([0x81, body.length]) : Buffer.from([0x81, 126, 0, 0]);
  if (body.length >= 126) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}
