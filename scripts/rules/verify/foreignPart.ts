import type { Condition, ConditionValue, Json } from "../../../src/core/descriptor.ts";
import { readScalars } from "../../../src/core/readScalars.ts";
import { type RuleCase, refusalOf, tells, withValue } from "../../../src/core/rulebook/cases.ts";
import { sampleRecord } from "../../../src/core/rulebook/samples.ts";
import { validateRecord } from "../../../src/core/validate.ts";
import { moduleOf } from "./book.ts";
import { about, expectation, type Outcome } from "./outcome.ts";
import { collection, fieldErrorsOf, type Reply, type Requests, recordsOf, storedId } from "./requests.ts";

/**
 * Tries the invalid cases on a platform that is not ours: it only refers to records that exist, and reports and deletes
 * whatever the platform stores nevertheless.
 */
export class ForeignPart {
  readonly #requests: Requests;
  readonly #ids = new Map<string, Promise<number | undefined>>();

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  async verify(entry: RuleCase): Promise<Outcome[]> {
    const { rule, mode, value, expects } = entry;
    if (expects !== "refused" || mode !== "create") return [];
    const { descriptor } = moduleOf(rule.resource);
    const ids = new Map<string, number>();
    for (const [name, target] of referencesIn(descriptor.fields)) {
      const id = await this.#idOf(target, referencedValues(rule.when, name));
      if (id === undefined) return [this.#outcome(entry, "skipped", `no record of ${target} to refer to`)];
      ids.set(target, id);
    }
    const options = { seed: `rule${Date.now() % 100_000}`, idOf: (target: string) => ids.get(target) ?? 1 };
    const { record: sample, related } = sampleRecord(descriptor, { ...options, satisfy: rule.when });
    // What need not be referred to is not looked for, and a wrong reference would be another error.
    const isGiven = ({ name, reference }: (typeof descriptor.fields)[number]) =>
      !reference || ids.has(reference.resource) || isNamed(rule.when, name);
    const given = descriptor.fields.filter(isGiven).map(({ name }) => name);
    const valid = Object.fromEntries(Object.entries(sample).filter(([name]) => given.includes(name)));
    const record = withValue(rule, descriptor, valid, value, options);
    const context = { mode, related: (path: string) => related.get(path) };
    const known = validateRecord(moduleOf(rule.resource), readScalars(descriptor.fields, record), context).errors;
    // Never send a record that may be valid.
    if (rule.side === "both" && !tells(known, refusalOf(entry)))
      return [this.#outcome(entry, "skipped", "may be accepted")];
    const reply = await this.#requests.request("POST", collection(rule.resource), record);
    return [await this.#outcomeOf(entry, reply, known)];
  }

  async #outcomeOf(entry: RuleCase, reply: Reply, known: readonly { readonly pointer: string }[]): Promise<Outcome> {
    if (reply.status >= 200 && reply.status < 300) {
      return this.#outcome(entry, "discrepancy", `laxer: ${await this.#deleteStored(entry.rule.resource, reply)}`);
    }
    if (reply.status !== 422 && reply.status !== 400) {
      return this.#outcome(entry, reply.status >= 500 ? "discrepancy" : "skipped", `status ${reply.status}`);
    }
    const errors = fieldErrorsOf(reply);
    const extra = errors.filter(
      (error) => !tells([error], refusalOf(entry)) && !known.some(({ pointer }) => pointer === error.pointer),
    );
    if (extra.length === 0) return this.#outcome(entry, "refused", `refused with ${reply.status}`);
    const places = extra.map(({ key, rule, pointer }) => `${key ?? rule} at ${pointer}`).join(", ");
    return this.#outcome(entry, "overruled", `stricter: also rejected ${places}`);
  }

  /** Deletes a record that should have been rejected. */
  async #deleteStored(resource: string, reply: Reply): Promise<string> {
    const id = Number.isNaN(storedId(reply)) ? Number(reply.body?.id) : storedId(reply);
    if (Number.isNaN(id)) return "stored, but the response has no id";
    const { status } = await this.#requests.request("DELETE", `${collection(resource)}${id}`);
    return status < 300
      ? `stored with id ${id}, deleted again`
      : `stored with id ${id}, which could not be deleted (${status})`;
  }

  #idOf(resource: string, filter: Readonly<Record<string, Json>>): Promise<number | undefined> {
    const query = new URLSearchParams({
      rows: "1",
      ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])),
    });
    const path = `${collection(resource)}?${query}`;
    const known = this.#ids.get(path);
    if (known) return known;
    const found = this.#requests.request("GET", path).then((reply) => {
      const id = Number(recordsOf(reply, resource)[0]?.id);
      return Number.isInteger(id) ? id : undefined;
    });
    this.#ids.set(path, found);
    return found;
  }

  #outcome(entry: RuleCase, verdict: Outcome["verdict"], got: string): Outcome {
    const where = `POST ${collection(entry.rule.resource)}`;
    return { ...about(entry, "api"), verdict, expected: expectation(entry), got, where };
  }
}

/** Required references: field name and referenced resource. */
function referencesIn(fields: ReturnType<typeof moduleOf>["descriptor"]["fields"]): (readonly [string, string])[] {
  return fields.flatMap(({ name, reference, kind, required, readOnly }) =>
    reference && kind === "reference" && required && !readOnly ? [[name, reference.resource] as const] : [],
  );
}

/** Whether a condition looks at a field, or behind it. */
function isNamed(when: Condition | undefined, field: string): boolean {
  return JSON.stringify(when ?? {}).includes(`"${field}`);
}

/** Values that a condition requires of the record behind a reference; of alternatives, the first counts. */
function referencedValues(when: Condition | undefined, field: string): Readonly<Record<string, Json>> {
  if (!when) return {};
  const { anyOf } = when as { readonly anyOf?: readonly Condition[] };
  if (Array.isArray(anyOf)) return referencedValues(anyOf[0], field);
  return Object.fromEntries(
    Object.entries(when as Record<string, ConditionValue>).flatMap(([path, value]) => {
      const [name, inner] = path.split(".");
      return name === field && inner && (typeof value !== "object" || value === null) ? [[inner, value as Json]] : [];
    }),
  );
}

/** Read from the environment, which keeps them out of shell history and reports. */
export interface Credentials {
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
}

export function credentialsFrom(env: Readonly<Record<string, string | undefined>>): Credentials {
  return { token: env.RULES_TOKEN, user: env.RULES_USER, password: env.RULES_PASSWORD };
}

/** Opens a client for a platform at this URL. Rejects if the login fails. */
export async function openForeign(url: string, { token, user, password }: Credentials): Promise<Requests> {
  const base = new URL(url);
  const requests = (authorization?: string): Requests => ({
    request: async (method, path, payload) => {
      const type = method === "PATCH" ? "application/json-patch+json" : "application/json";
      const response = await fetch(new URL(path, base.origin), {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(30_000),
        headers: {
          ...(authorization ? { authorization } : {}),
          ...(payload === undefined ? {} : { "content-type": type }),
        },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
      });
      const text = await response.text();
      return {
        sent: { method, url: path, payload },
        status: response.status,
        text,
        body: parsed(text),
        location: response.headers.get("location") ?? undefined,
      };
    },
  });
  if (token) return requests(`Bearer ${token}`);
  if (!user || !password) throw new Error("Missing credentials: set RULES_TOKEN, or RULES_USER and RULES_PASSWORD.");
  const answer = await requests().request("POST", "/login_jwt", { username: user, password });
  if (answer.status !== 200) throw new Error(`Login as ${user} failed with status ${answer.status}`);
  return requests(`Bearer ${String(answer.body?.jwt)}`);
}

function parsed(text: string): Record<string, Json> | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // A body that is not JSON holds no field errors.
    return undefined;
  }
}
