import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { startServer } from "../tests/support/server.ts";
import { requestToken } from "./load.ts";
import { LOGIN } from "./panel.ts";
import type { Figure } from "./report.ts";
import { serverMemory } from "./start.ts";

const MEGABYTE = 2 ** 20;
const SIZE = 100 * MEGABYTE;
/** A file before, as a running process has its code and its database's buffers in memory. */
const FIRST_SIZE = MEGABYTE;
/** Maximum growth in megabytes. */
const MAX_MB = 50;
const SAMPLES_MS = 50;

/** A firmware of 100 MB to the built product and back: how long it takes, and how much the process grows meanwhile. */
export async function benchUploads(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  const server = await startServer({ dataDir });
  try {
    const token = await requestToken(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
    const headers = { authorization: `Bearer ${token}` };
    const send = (size: number) => sendFile(server.url, headers, size);
    const load = async (id: string) => {
      const { body } = await fetch(`${server.url}/api/pbxdevicefirmwarebinaries/${id}`, { headers });
      let size = 0;
      for await (const part of body ?? []) size += part.length;
      return size;
    };
    await load(await send(FIRST_SIZE));
    let id = "";
    const up = await measure(async () => {
      id = await send(SIZE);
    });
    const down = await measure(async () => {
      if ((await load(id)) !== SIZE) throw new Error("the file came back with another size");
    });
    return [...figures("a file of 100 MB, sent", up), ...figures("a file of 100 MB, loaded", down)];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Measured {
  readonly seconds: number;
  readonly grown: number;
}

function figures(name: string, { seconds, grown }: Measured): Figure[] {
  return [
    { name: `${name}, s`, ours: `${seconds.toFixed(1)} s`, value: seconds },
    {
      name: `${name}: growth of the process, MB`,
      ours: `${grown.toFixed(0)} MB`,
      value: grown,
      bound: { atMost: MAX_MB },
    },
  ];
}

async function measure(run: () => Promise<void>): Promise<Measured> {
  const before = serverMemory();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, serverMemory());
  }, SAMPLES_MS);
  const started = performance.now();
  await run();
  clearInterval(timer);
  return { seconds: (performance.now() - started) / 1000, grown: most - before };
}

/** Stores a firmware of the first model; returns its id. */
async function sendFile(url: string, headers: Readonly<Record<string, string>>, size: number): Promise<string> {
  const query = new URLSearchParams({ device_id: "1", version: String(size), filename: "large.bin" });
  const outgoing = request(`${url}/api/pbxdevicefirmwares/?${query}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/octet-stream", "content-length": size },
  });
  const location = new Promise<string>((resolve, reject) => {
    outgoing.once("error", reject);
    outgoing.once("response", (response) => {
      response.resume();
      if (response.statusCode === 201) resolve(response.headers.location ?? "");
      else reject(new Error(`the file was refused: ${response.statusCode}`));
    });
  });
  await pipeline(Readable.from(parts(size)), outgoing);
  return (await location).split("/").at(-1) ?? "";
}

function* parts(size: number): Generator<Buffer> {
  // Firmware is compressed already.
  const part = Buffer.from(Array.from({ length: 65_536 }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 0xff));
  for (let sent = 0; sent < size; sent += part.length) yield part;
}
