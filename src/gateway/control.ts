import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Json } from "../core/descriptor.ts";
import { errorLine } from "./errorLine.ts";
import { type TaskName, tasks } from "./tasks/index.ts";
import { type TaskAnswer, TaskError, type TaskInput, type TaskParts } from "./tasks/task.ts";

/**
 * The embedded database belongs to one process. The command line asks that process over a socket in the data folder,
 * which only the folder's owner can open: whoever can, could read the database's files as well.
 */
const socketOf = (dataDir: string) => join(dataDir, "control.sock");

/** Serves the command line until the returned function is called. A folder whose path is too long for a socket has none. */
export async function serveControl(dataDir: string, parts: TaskParts): Promise<() => Promise<void>> {
  const path = socketOf(dataDir);
  const server = createServer((incoming, outgoing) => void answer(parts, incoming, outgoing));
  await rm(path, { force: true });
  try {
    server.listen(path);
    await once(server, "listening");
    await chmod(path, 0o600);
  } catch (error) {
    process.emitWarning(`the command line cannot reach this process: ${errorLine(error)}`);
    return async () => undefined;
  }
  return () => close(server);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** A line of JSON, `{result}` or `{error}`, and then the file if there is one. */
async function answer(parts: TaskParts, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const name = (incoming.url ?? "").slice(1);
    if (!isTask(name)) throw new TaskError("the running product is of another version: restart it");
    const options = JSON.parse(decodeURIComponent(String(incoming.headers["x-options"]))) as TaskInput["options"];
    const { result, file } = await tasks[name](parts, { options, file: await buffer(incoming) });
    outgoing.write(`${JSON.stringify({ result })}\n`);
    await pipeline(Readable.from(file ?? []), outgoing);
  } catch (error) {
    // Once a file has begun, only the end of the connection can say so.
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.end(`${JSON.stringify({ error: errorLine(error) })}\n`);
  }
}

function isTask(name: string): name is TaskName {
  return Object.hasOwn(tasks, name);
}

/** Lets the process that holds the folder run a task; undefined when there is none. */
export async function askRunning(dataDir: string, task: TaskName, input: TaskInput): Promise<TaskAnswer | undefined> {
  const asked = request({
    socketPath: socketOf(dataDir),
    method: "POST",
    path: `/${task}`,
    headers: { "x-options": encodeURIComponent(JSON.stringify(input.options)) },
  });
  asked.end(input.file);
  let incoming: IncomingMessage;
  try {
    [incoming] = (await once(asked, "response")) as [IncomingMessage];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // No socket, or one that a killed process left behind.
    if (["ENOENT", "ECONNREFUSED", "EINVAL", "ENOTDIR"].includes(code)) return undefined;
    throw error;
  }
  const parts = incoming[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!head.includes("\n")) {
    const { value, done } = await parts.next();
    if (done) throw new TaskError("the running product ended meanwhile");
    head = Buffer.concat([head, value as Buffer]);
  }
  const end = head.indexOf("\n");
  const said = JSON.parse(head.toString("utf8", 0, end)) as { result: Json } | { error: string };
  if ("error" in said) throw new TaskError(said.error);
  const file = async function* () {
    yield head.subarray(end + 1);
    for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value as Buffer;
  };
  return { result: said.result, file: file() };
}
