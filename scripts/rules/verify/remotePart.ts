import { expectedErrorOf, type RuleCase, reportsRule, withValue } from "../../../src/core/rulebook/cases.ts";
import { sampleRecord } from "../../../src/core/rulebook/samples.ts";
import type { Json } from "../../../src/core/schema/descriptor.ts";
import { readScalars } from "../../../src/core/validation/normalizeRecord.ts";
import { validateRecord } from "../../../src/core/validation/validateRecord.ts";
import { moduleOf, requiredValues } from "./book.ts";
import { describeCase, type Outcome } from "./outcome.ts";
import { collection, fieldErrorsOf, type Reply, type Requests, recordsOf, storedId } from "./requests.ts";

/**
 * Tries the invalid cases on a platform that is not ours: it only refers to records that exist, and reports and deletes
 * whatever the platform stores nevertheless.
 */
export class RemotePart {
  readonly #requests: Requests;
  readonly #ids = new Map<string, Promise<number>>();

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  async verify(entry: RuleCase): Promise<Outcome | undefined> {
    const { rule, mode, value, expects } = entry;
    if (expects !== "refused" || mode !== "create") return undefined;
    const module = moduleOf(rule.resource);
    const { fields } = module.descriptor;
    const ids = new Map<string, number>();
    for (const { name, reference, kind, required, readOnly } of fields) {
      if (!reference || kind !== "reference" || !required || readOnly) continue;
      const id = await this.#idOf(reference.resource, valuesBehind(rule.when, name));
      if (Number.isNaN(id)) return outcomeOf(entry, "skipped", `no record of ${reference.resource} to refer to`);
      ids.set(reference.resource, id);
    }
    const options = { seed: `rule${Date.now() % 100_000}`, idOf: (target: string) => ids.get(target) ?? 1 };
    const { record: sample, related } = sampleRecord(module.descriptor, { ...options, satisfy: rule.when });
    // Optional references are left out: a wrong one would be another error.
    const condition = JSON.stringify(rule.when ?? {});
    const usedFields = fields.filter(
      ({ name, reference }) => !reference || ids.has(reference.resource) || condition.includes(`"${name}`),
    );
    const valid = Object.fromEntries(
      Object.entries(sample).filter(([name]) => usedFields.some((field) => field.name === name)),
    );
    const record = withValue(rule, module.descriptor, valid, value, options);
    const context = { mode, related: (path: string) => related.get(path) };
    const expectedErrors = validateRecord(module, readScalars(fields, record), context).errors;
    // Never send a record that may be valid.
    if (rule.side === "both" && !reportsRule(expectedErrors, expectedErrorOf(entry)))
      return outcomeOf(entry, "skipped", "may be accepted");
    const reply = await this.#requests.request("POST", collection(rule.resource), record);
    if (reply.status < 300)
      return outcomeOf(entry, "discrepancy", `laxer: ${await this.#deleteStored(rule.resource, reply)}`);
    if (reply.status !== 422 && reply.status !== 400)
      return outcomeOf(entry, reply.status >= 500 ? "discrepancy" : "skipped", `status ${reply.status}`);
    const extra = fieldErrorsOf(reply).filter(
      (error) =>
        !reportsRule([error], expectedErrorOf(entry)) &&
        !expectedErrors.some(({ pointer }) => pointer === error.pointer),
    );
    if (extra.length === 0) return outcomeOf(entry, "refused", `refused with ${reply.status}`);
    const errors = extra.map(({ key, rule: name, pointer }) => `${key ?? name} at ${pointer}`).join(", ");
    return outcomeOf(entry, "overruled", `stricter: also rejected ${errors}`);
  }

  /** Deletes a record that should have been rejected. */
  async #deleteStored(resource: string, reply: Reply): Promise<string> {
    const id = Number.isNaN(storedId(reply)) ? Number(reply.body?.id) : storedId(reply);
    if (Number.isNaN(id)) return "stored, but the response has no id";
    const { status } = await this.#requests.request("DELETE", `${collection(resource)}${id}`);
    return `stored with id ${id}, ${status < 300 ? "deleted again" : `which could not be deleted (${status})`}`;
  }

  /** The id of a record with these values; NaN if there is none. */
  #idOf(resource: string, values: readonly (readonly [string, Json])[]): Promise<number> {
    const query = new URLSearchParams([["rows", "1"], ...values.map(([name, value]) => [name, String(value)])]);
    const path = `${collection(resource)}?${query}`;
    const id =
      this.#ids.get(path) ??
      this.#requests.request("GET", path).then((reply) => Number(recordsOf(reply, resource)[0]?.id));
    this.#ids.set(path, id);
    return id;
  }
}

/** Values that a condition requires of the record behind a reference. */
function valuesBehind(when: RuleCase["rule"]["when"], field: string): (readonly [string, Json])[] {
  return requiredValues(when).flatMap(([path, value]) => {
    const [name, inner] = path.split(".");
    return name === field && inner && value !== "any" ? [[inner, value] as const] : [];
  });
}

function outcomeOf(entry: RuleCase, verdict: Outcome["verdict"], got: string): Outcome {
  return { ...describeCase(entry, "api"), verdict, got, where: `POST ${collection(entry.rule.resource)}` };
}

/** Read from the environment, which keeps them out of shell history and reports. */
interface Credentials {
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
}

/** Opens a client for a platform at this URL. Rejects if the login fails. */
export async function openRemote(url: string, { token, user, password }: Credentials): Promise<Requests> {
  const requests = (authorization?: string): Requests => ({
    request: async (method, path, payload) => {
      const type = method === "PATCH" ? "application/json-patch+json" : "application/json";
      const response = await fetch(new URL(path, new URL(url).origin), {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(30_000),
        headers: {
          ...(authorization && { authorization }),
          ...(payload === undefined ? {} : { "content-type": type }),
        },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
      });
      const text = await response.text();
      const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
      const body = isJson ? (JSON.parse(text) as Reply["body"]) : undefined;
      const location = response.headers.get("location") ?? undefined;
      return { sent: { method, url: path, payload }, status: response.status, text, body, location };
    },
  });
  if (token) return requests(`Bearer ${token}`);
  if (!user || !password) throw new Error("Missing credentials: set RULES_TOKEN, or RULES_USER and RULES_PASSWORD.");
  const login = await requests().request("POST", "/login_jwt", { username: user, password });
  if (login.status !== 200) throw new Error(`Login as ${user} failed with status ${login.status}`);
  return requests(`Bearer ${String(login.body?.jwt)}`);
}
