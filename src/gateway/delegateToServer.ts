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
export const socketOf = (dataDir: string) => join(dataDir, "control.sock");

/** Lets the process that holds the folder run a task; undefined when there is none. */
export async function delegateToServer(
  dataDir: string,
  task: TaskName,
  input: TaskInput,
): Promise<TaskResult | undefined> {
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
