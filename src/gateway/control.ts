import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { socketOf } from "./askRunning.ts";
import { errorLine } from "./errorLine.ts";
import { type TaskName, tasks } from "./tasks/index.ts";
import { TaskError, type TaskInput, type TaskParts } from "./tasks/task.ts";

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
