import type { LightMyRequestResponse } from "fastify";
import { type CsvMessage, type CsvReport, messageType } from "../../core/api/csvReport.ts";
import type { Json } from "../../core/schema/descriptor.ts";
import { resources } from "../../generated/all.gen.ts";
import { buildTokens, endSession, openSession } from "../../platform/accounts/sessions.ts";
import { englishTexts } from "../../platform/http/language/serverTexts.ts";
import { loadAdmin } from "../../platform/records/actor.ts";
import { type Task, TaskError, type TaskInput, type TaskParts } from "./task.ts";

const SESSION_SECONDS = 60 * 60;
const origin = { ip: "127.0.0.1", userAgent: "Patchbay command line" };
/** Records per request of an export as JSON. */
const PAGE_ROWS = 1000;

type Inject = (request: {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: Buffer;
}) => Promise<LightMyRequestResponse>;

/** Sends requests as this administrator, or as the first superuser: rights, rules and journal are those of the API. */
async function withAdminSession<T>(
  { database, platform }: TaskParts,
  as: string | undefined,
  run: (inject: Inject) => Promise<T>,
) {
  const { kysely } = database;
  const login = as ?? (await firstSuperuser(database));
  const admin = await loadAdmin(kysely, { login });
  if (!admin?.is_active) throw new TaskError(`${login} is no active administrator: --as names another`);
  const sessionId = await openSession(kysely, admin.id, origin, SESSION_SECONDS);
  try {
    const { jwt } = await buildTokens(kysely).issue({ id: admin.id, username: login, sessionId }, SESSION_SECONDS);
    const app = await platform();
    return await run((request) =>
      app.inject({ ...request, headers: { authorization: `Bearer ${jwt}`, ...request.headers } }),
    );
  } finally {
    await endSession(kysely, sessionId);
  }
}

async function firstSuperuser({ kysely }: TaskParts["database"]): Promise<string> {
  const active = kysely.selectFrom("admins").select("login").where("is_active", "is", true);
  const admin = await active.where("role", "=", "system").orderBy("id").executeTakeFirst();
  if (!admin) throw new TaskError("there is no active superuser: --as names an administrator");
  return String(admin.login);
}

function requireResource(name: string): string {
  if (Object.hasOwn(resources, name)) return name;
  throw new TaskError(`there is no resource ${name}`);
}

export const exportRecords: Task = (parts, { options: { resource = "", format = "csv", as } }) =>
  withAdminSession(parts, as, async (inject) => {
    const url = `/api/${requireResource(resource)}/`;
    if (format === "csv") {
      const response = await inject({ method: "GET", url: `${url}?format=csv` });
      if (response.statusCode !== 200) throw toTaskError(response.payload);
      return { result: { records: Number(response.headers["x-total-count"]) }, file: contents(response.rawPayload) };
    }
    const records: Json[] = [];
    for (let page = 1; ; page++) {
      const response = await inject({ method: "GET", url: `${url}?page=${page}&rows=${PAGE_ROWS}&order_by=id` });
      if (response.statusCode !== 200) throw toTaskError(response.payload);
      const { _embedded: embedded = {} } = JSON.parse(response.payload) as { _embedded?: Record<string, Json[]> };
      const pageRecords = Object.values(embedded).flat();
      records.push(...pageRecords);
      if (pageRecords.length < PAGE_ROWS) break;
    }
    const text = `${JSON.stringify(records, undefined, 2)}\n`;
    return { result: { records: records.length }, file: contents(Buffer.from(text)) };
  });

async function* contents(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

export const importRecords: Task = (parts, { options, file = Buffer.alloc(0) }: TaskInput) =>
  withAdminSession(parts, options.as, async (inject) => {
    const resource = requireResource(options.resource ?? "");
    const csv = resources[resource]?.descriptor.csv;
    if (!csv) throw new TaskError(`${resource} has no files to import`);
    const query = new URLSearchParams();
    if (options.check) query.set("check", "true");
    if (options.owner) query.set(csv.owner?.split(".").at(-1) ?? "", options.owner);
    const response = await inject({
      method: "POST",
      url: `/api/${resource}/?${query}`,
      headers: { "content-type": "text/csv", accept: messageType },
      payload: file,
    });
    if (response.statusCode >= 400) throw toTaskError(response.payload);
    const last = JSON.parse(response.payload.trim().split("\n").at(-1) ?? "{}") as CsvMessage;
    if ("error" in last) throw new TaskError(last.error.message);
    if (!("report" in last)) throw new TaskError("the import was interrupted");
    return { result: toResult(last.report) };
  });

function toResult({ good, bad, badLines }: CsvReport): Json {
  const lines = badLines.map(({ line, problems }) => {
    const messages = problems.map(({ column, key, params }) =>
      [column, englishTexts(key, params)].filter(Boolean).join(": "),
    );
    return `line ${line}: ${messages.join("; ")}`;
  });
  return { good, bad, lines };
}

function toTaskError(payload: string): TaskError {
  return new TaskError((JSON.parse(payload) as { message: string }).message);
}
