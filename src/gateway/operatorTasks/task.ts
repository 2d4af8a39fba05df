import type { FastifyInstance } from "fastify";
import type { Json } from "../../core/schema/descriptor.ts";
import type { Database } from "../../platform/db/tables.ts";

/** The database and platform of a task of the command line, in the command's process or in the running product's. */
export interface TaskParts {
  readonly database: Database;
  /** The platform, to which requests can be sent without a port. */
  readonly platform: () => Promise<FastifyInstance>;
}

export interface TaskInput {
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly file?: Buffer | undefined;
}

export interface TaskResult {
  readonly result: Json;
  readonly file?: AsyncIterable<Uint8Array> | undefined;
}

export type Task = (parts: TaskParts, input: TaskInput) => Promise<TaskResult>;

/** An error with a message for the operator. */
export class TaskError extends Error {}
