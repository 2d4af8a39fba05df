import { isDeepStrictEqual } from "node:util";
import type { FieldDescriptor, Json, RuleEntry, WireRecord } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { readScalars } from "../../../src/core/readScalars.ts";
import {
  type CaseOptions,
  modeOf,
  ownValue,
  type RuleCase,
  refusalOf,
  tells,
  withValue,
} from "../../../src/core/rulebook/cases.ts";
import { longLists, unsafeTexts, validateRecord } from "../../../src/core/validate.ts";
import { verifyFixed, verifyLimited, verifyUnique } from "./apiState.ts";
import { moduleOf } from "./book.ts";
import { about, expectation, type Outcome, toOutcome } from "./outcome.ts";
import { type ApiTarget, collection, type Reply, recordsOf, resultOf } from "./requests.ts";

/**
 * Tries the cases of a resource on a platform that we may fill. Invalid records are never stored, so all cases of a
 * rule share one valid record; each valid case gets its own.
 */
export class ApiPart {
  readonly #target: ApiTarget;
  readonly #shared = new Map<string, Promise<WireRecord>>();
  readonly #posted = new Map<string, Promise<Reply>>();
  /** Owners whose settings were never stored, by resource. */
  readonly #untouched = new Map<string, Promise<number>>();
  /** A record that is there, by resource. */
  readonly #found = new Map<string, Promise<number | undefined>>();

  constructor(target: ApiTarget) {
    this.#target = target;
  }

  async verify(booked: RuleCase): Promise<Outcome[]> {
    const entry = coerced(booked);
    const { rule } = entry;
    const { operations, settingsOf } = moduleOf(rule.resource).descriptor;
    if (rule.key === "rules.business.fixed" && !operations.includes("update"))
      return [this.#skipped(entry, "the platform changes no such record")];
    if (rule.key === "rules.business.fixed") return [await verifyFixed(this.#target, entry)];
    const isMade = operations.includes("create") || settingsOf !== undefined;
    if (!isMade && (await this.#existing(rule.resource)) === undefined)
      return [this.#skipped(entry, "the platform makes these records, and has none")];
    if (rule.rule.startsWith("unique")) return [await verifyUnique(this.#target, entry)];
    if (modeOf(rule) === "update" && isPosted(rule.resource))
      return [this.#skipped(entry, "only a change can be tried")];
    if (entry.expects === "accepted") return [await this.#accepted(entry)];
    const refused = await this.#refused(entry);
    const limited =
      rule.rule === "reference" && settingsOf === undefined ? await verifyLimited(this.#target, entry) : [];
    // One case: a record that nobody has, and one that is not offered.
    return [limited.find(({ verdict }) => verdict === "discrepancy") ?? refused];
  }

  async #refused(entry: RuleCase): Promise<Outcome> {
    const { rule } = entry;
    const { descriptor } = moduleOf(rule.resource);
    const key = `${rule.resource} ${JSON.stringify(rule.when)}`;
    let valid = this.#shared.get(key);
    if (!valid) {
      valid = this.#target.world.valid(rule.resource, rule.when);
      this.#shared.set(key, valid);
    }
    const record = withValue(rule, descriptor, await valid, entry.value, await this.#options(rule));
    const reply = await this.#send(rule, record, { isRefused: true });
    // Stored by mistake: the next case must not fail for being its duplicate.
    if (reply.status < 300) this.#shared.delete(key);
    return this.#outcomeOf(entry, reply);
  }

  async #accepted(entry: RuleCase): Promise<Outcome> {
    const { rule, value } = entry;
    const { descriptor } = moduleOf(rule.resource);
    const options = await this.#options(rule);
    const name = rule.pointer.slice(1);
    if (rule.valid.length > 0 || rule.invalid.includes(value as Json)) {
      const given = name.includes("/") || value === undefined ? undefined : { [name]: value };
      const valid = await this.#target.world.valid(rule.resource, rule.when, given);
      return this.#outcomeOf(entry, await this.#send(rule, withValue(rule, descriptor, valid, value, options)));
    }
    // Any valid record does: rules with the same condition and place share one request.
    const place = name.includes("/") ? name : "";
    const key = `${rule.resource} ${place} ${JSON.stringify(rule.when)} ${JSON.stringify(rule.with)}`;
    let posted = this.#posted.get(key);
    if (!posted) {
      posted = this.#target.world.valid(rule.resource, rule.when).then((valid) => {
        const own = ownValue(rule, descriptor, valid, options);
        return this.#send(rule, withValue(rule, descriptor, valid, own, options));
      });
      this.#posted.set(key, posted);
    }
    return this.#outcomeOf(entry, await posted);
  }

  async #options(rule: RuleEntry): Promise<CaseOptions> {
    const ids = await this.#target.world.idsFor(moduleOf(rule.resource).descriptor);
    return { seed: `w${this.#target.world.next()}`, idOf: (resource) => ids.get(resource) ?? 1 };
  }

  /** A record of a resource without new ones: those that the platform makes by itself are only changed. */
  #existing(resource: string): Promise<number | undefined> {
    const { requests } = this.#target;
    const found =
      this.#found.get(resource) ??
      requests
        .request("GET", `${collection(resource)}?rows=1`)
        .then((list) => recordsOf(list, resource).map(({ id }) => Number(id))[0]);
    this.#found.set(resource, found);
    return found;
  }

  /**
   * Sends a new record, or the change of one that is there. Invalid settings go to an owner without stored ones, so that
   * no stored value fills a gap.
   */
  async #send(rule: RuleEntry, record: WireRecord, { isRefused = false } = {}): Promise<Reply> {
    const { requests, world } = this.#target;
    const path = collection(rule.resource);
    if (isPosted(rule.resource)) return requests.request("POST", path, record);
    if (moduleOf(rule.resource).descriptor.settingsOf === undefined)
      return requests.request("PUT", `${path}${await this.#existing(rule.resource)}`, record);
    if (!isRefused) return requests.request("PUT", `${path}${await world.ownerOf(rule.resource)}`, record);
    const owner = this.#untouched.get(rule.resource) ?? world.ownerOf(rule.resource, { isNew: true });
    this.#untouched.set(rule.resource, owner);
    return requests.request("PUT", `${path}${await owner}`, record);
  }

  #outcomeOf(entry: RuleCase, reply: Reply): Outcome {
    const method = isPosted(entry.rule.resource) ? "POST" : "PUT";
    return toOutcome(entry, { part: "api", where: `${method} ${collection(entry.rule.resource)}`, ...resultOf(reply) });
  }

  #skipped(entry: RuleCase, got: string): Outcome {
    return { ...about(entry, "api"), verdict: "skipped", expected: expectation(entry), got, where: "" };
  }
}

/** Whether records are created by a request of their own. */
function isPosted(resource: string): boolean {
  const { operations, settingsOf } = moduleOf(resource).descriptor;
  return operations.includes("create") && settingsOf === undefined;
}

/**
 * The case as the API sees it. Forms reject a number given as text, but the API coerces it: the result may satisfy
 * every rule, or break a different one. Some bodies it refuses for one thing alone.
 */
function coerced(entry: RuleCase): RuleCase {
  const { rule, record, related, mode, expects } = entry;
  const module = moduleOf(rule.resource);
  const first = refusedFirst(module.descriptor.fields, record).find(({ pointer }) => pointer === rule.pointer);
  if (first && expects === "refused") return { ...entry, rule: { ...rule, ...first } };
  const read = readScalars(module.descriptor.fields, record);
  if (expects === "accepted" || rule.side === "server" || isDeepStrictEqual(read, record)) return entry;
  const { errors } = validateRecord(module, read, { mode, related: (path) => related.get(path) });
  if (tells(errors, refusalOf(entry))) return entry;
  const [error] = errors;
  return error ? { ...entry, rule: { ...rule, ...error } } : { ...entry, expects: "accepted" };
}

/** What the platform refuses a body for before it reads any further: it says nothing else of such a body. */
function refusedFirst(fields: readonly FieldDescriptor[], body: WireRecord): readonly FieldError[] {
  const texts = unsafeTexts(body, "");
  return texts.length > 0 ? texts : longLists(fields, body);
}
