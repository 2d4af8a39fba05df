import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import type { Json } from "../core/schema/descriptor.ts";
import type { TaskName } from "./operatorTasks/index.ts";
import { TaskError, type TaskInput, type TaskResult } from "./operatorTasks/task.ts";

/**
 * The embedded database belongs to one process. The command line asks that process over a socket in the data folder,
 * which only the folder's owner can open: whoever can, could read the database's files as well.
 */
export const socketPath = (dataDir: string) => join(dataDir, "control.sock");

/** Lets the process that holds the folder run a task; undefined when there is none. */
export async function delegateToServer(
  dataDir: string,
  task: TaskName,
  input: TaskInput,
): Promise<TaskResult | undefined> {
  const outgoing = request({
    socketPath: socketPath(dataDir),
    method: "POST",
    path: `/${task}`,
    headers: { "x-options": encodeURIComponent(JSON.stringify(input.options)) },
  });
  outgoing.end(input.file);
  let incoming: IncomingMessage;
  try {
    [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // No socket, or one that a killed process left behind.
    if (["ENOENT", "ECONNREFUSED", "EINVAL", "ENOTDIR"].includes(code)) return undefined;
    throw error;
  }
  const parts = incoming[Symbol.asyncIterator]();
  let received = Buffer.alloc(0);
  while (!received.includes("\n")) {
    const { value, done } = await parts.next();
    if (done) throw new TaskError("the running product ended meanwhile");
    received = Buffer.concat([received, value as Buffer]);
  }
  const end = received.indexOf("\n");
  const reply = JSON.parse(received.toString("utf8", 0, end)) as { result: Json } | { error: string };
  if ("error" in reply) throw new TaskError(reply.error);
  const file = async function* () {
    yield received.subarray(end + 1);
    for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value as Buffer;
  };
  return { result: reply.result, file: file() };
}
