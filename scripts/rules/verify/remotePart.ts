import { ruleIdOf } from "../../../src/core/rulebook/caseIds.ts";
import { expectedErrorOf, type RuleCase, reportsRule, withValue } from "../../../src/core/rulebook/cases.ts";
import { sampleRecord } from "../../../src/core/rulebook/samples.ts";
import type { Json, RuleEntry, WireRecord } from "../../../src/core/schema/descriptor.ts";
import { readScalars } from "../../../src/core/validation/normalizeRecord.ts";
import { validateRecord } from "../../../src/core/validation/validateRecord.ts";
import { moduleOf, requiredValues } from "./book.ts";
import { dependsOnOthers, describeCase, type Outcome } from "./outcome.ts";
import referenceRules from "./referenceRules.json" with { type: "json" };
import { collection, fieldErrorsOf, type Reply, type Requests, recordsOf, storedId } from "./requests.ts";

/**
 * The rules of platforms of version 1: those that their documentation of the API declares, required fields and choices, and those by
 * which one was seen to refuse a value. Of the others nobody knows.
 */
export const ofReference = new Set(
  Object.entries(referenceRules).flatMap(([resource, rules]) =>
    Object.entries(rules).flatMap(([rule, pointers]) => pointers.map((pointer) => `${resource}${pointer}:${rule}`)),
  ),
);

/**
 * Tries cases of new records on a platform that is not ours: it only refers to records that exist, and deletes whatever the
 * platform stores, of valid cases one record a rule.
 */
export class RemotePart {
  readonly #requests: Requests;
  readonly #ids = new Map<string, Promise<number>>();
  #isForeign: Promise<boolean> | undefined;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  async verify(entry: RuleCase): Promise<Outcome | undefined> {
    const { rule, mode, value, expects } = entry;
    if (mode !== "create") return undefined;
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
    if (expects === "accepted") {
      // Its other fields may break rules of their own: then nothing is said of this one.
      if (expectedErrors.length > 0) return outcomeOf(entry, "skipped", "no valid record of these fields");
      return this.#accepted(entry, record);
    }
    // Never send a record that may be valid.
    if (rule.side === "both" && !reportsRule(expectedErrors, expectedErrorOf(entry)))
      return outcomeOf(entry, "skipped", "may be accepted");
    const reply = await this.#requests.request("POST", collection(rule.resource), record);
    if (reply.status < 300) {
      this.#isForeign ??= isForeign(this.#requests);
      const verdict = !ofReference.has(ruleIdOf(rule)) && (await this.#isForeign) ? "ours" : "discrepancy";
      return outcomeOf(entry, verdict, `laxer: ${await this.#deleteStored(rule.resource, reply)}`);
    }
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

  /** A platform that refuses what the schema allows is stricter. */
  async #accepted(entry: RuleCase, record: WireRecord): Promise<Outcome> {
    const { rule } = entry;
    const reply = await this.#requests.request("POST", collection(rule.resource), record);
    if (reply.status < 300) return outcomeOf(entry, "accepted", await this.#deleteStored(rule.resource, reply));
    if (reply.status !== 422 && reply.status !== 400)
      return outcomeOf(entry, reply.status >= 500 ? "discrepancy" : "skipped", `status ${reply.status}`);
    const errors = fieldErrorsOf(reply);
    const isHere = errors.length > 0 ? errors.some(({ pointer }) => pointer === rule.pointer) : namesField(reply, rule);
    const said = `${reply.status}: ${String(reply.body?.message ?? reply.text).slice(0, 200)}`;
    // Another field may be what it does not like, or a record that is there already.
    if (!isHere || errors.some(dependsOnOthers)) return outcomeOf(entry, "overruled", `refused with ${said}`);
    return outcomeOf(entry, "discrepancy", `stricter: ${said}`);
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

/** Whether the platform is of another kind: ours names its extensions of the API. */
async function isForeign(requests: Requests): Promise<boolean> {
  const { body } = await requests.request("GET", "/api/platforminfo");
  return !Array.isArray(body?.extensions);
}

/** Whether a message without machine-readable errors is about the field: `field='vat_rate', input='100'`. */
function namesField({ body, text }: Reply, { pointer }: RuleEntry): boolean {
  const name = pointer.split("/").findLast((part) => part !== "" && !/^\d+$/.test(part)) ?? "";
  return new RegExp(`\\b${name}\\b`).test(String(body?.message ?? text));
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

/** Opens a client for a platform at this URL. Rejects, and says in a line why, if it is none or refuses the login. */
export async function openRemote(url: string, { token, user, password }: Credentials): Promise<Requests> {
  if (!URL.canParse(url)) throw new Error(`${url} is not an address: write one as https://voice.example.org`);
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
  const { origin } = new URL(url);
  const authorization = token ? `Bearer ${token}` : await logIn(requests(), origin, user, password);
  const { status, body } = await reach(requests(authorization), origin, "GET", "/api/");
  if (status === 401) throw new Error(`${origin} refuses the login (401): the token is unknown or has expired.`);
  if (status === 403) throw new Error(`${origin} gives this login no right to use the API (403).`);
  if (status >= 400 || body === undefined) throw notApi(origin, status);
  return requests(authorization);
}

async function logIn(requests: Requests, origin: string, username = "", password = ""): Promise<string> {
  if (!username || !password)
    throw new Error("Missing credentials: set RULES_TOKEN, or RULES_USER and RULES_PASSWORD.");
  const { status, body } = await reach(requests, origin, "POST", "/login_jwt", { username, password });
  if (status === 401 || status === 403)
    throw new Error(`${origin} refuses the login as ${username} (${status}): check RULES_USER and RULES_PASSWORD.`);
  if (status !== 200 || typeof body?.jwt !== "string") throw notApi(origin, status);
  return `Bearer ${body.jwt}`;
}

function notApi(origin: string, status: number): Error {
  return new Error(`${origin} answers (${status}), but not as an API of version 1: check the address.`);
}

/** Sends a request; what keeps it from an answer is said in words. */
async function reach(requests: Requests, origin: string, ...request: Parameters<Requests["request"]>): Promise<Reply> {
  try {
    return await requests.request(...request);
  } catch (error) {
    const { cause = error } = error instanceof Error ? error : {};
    const { code = "", message = "" } = Object(cause) as { readonly code?: string; readonly message?: string };
    if (/CERT|TLS|SSL|SIGNED|ISSUER/i.test(code))
      throw new Error(`${origin}: its TLS certificate is not trusted (${code}).`);
    throw new Error(`${origin} cannot be reached (${code || message}).`);
  }
}
