import { isDeepStrictEqual } from "node:util";
import {
  type CaseOptions,
  expectedErrorOf,
  modeOf,
  ownValue,
  type RuleCase,
  reportsRule,
  withValue,
} from "../../../src/core/rulebook/cases.ts";
import { statusesTo } from "../../../src/core/rulebook/transitionRules.ts";
import type {
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  RuleEntry,
  WireRecord,
} from "../../../src/core/schema/descriptor.ts";
import { filterPath } from "../../../src/core/schema/filterPath.ts";
import { findPreferenceKind, type PreferenceKind } from "../../../src/core/telephony/preferenceKind.ts";
import { filterRules } from "../../../src/core/validation/businessRules.ts";
import { readScalars } from "../../../src/core/validation/normalizeRecord.ts";
import { longLists, unsafeTexts, validateRecord } from "../../../src/core/validation/validateRecord.ts";
import { moduleOf } from "./book.ts";
import { describeCase, type Outcome, toOutcome } from "./outcome.ts";
import { type ApiTarget, collection, type Reply, recordsOf, resultOf, storedId } from "./requests.ts";

/**
 * Tries the cases of a resource on a platform that we may fill. Invalid records are never stored, so all cases of a
 * rule share one valid record; each valid case gets its own.
 */
export class ApiPart {
  readonly #target: ApiTarget;
  readonly #cached = new Map<string, Promise<unknown>>();

  constructor(target: ApiTarget) {
    this.#target = target;
  }

  async verify(booked: RuleCase): Promise<Outcome> {
    const kind = findPreferenceKind(booked.rule.resource);
    if (kind) return this.#preference(booked, kind);
    const entry = asApiReads(booked);
    const { rule } = entry;
    const { operations, settingsOf } = moduleOf(rule.resource).descriptor;
    if (rule.key === "rules.business.fixed")
      return operations.includes("update") ? this.#fixed(entry) : skipped(entry, "the platform changes no such record");
    if (!isPosted(rule.resource) && settingsOf === undefined && (await this.#existing(rule.resource)) === undefined)
      return skipped(entry, "the platform makes these records, and has none");
    if (rule.rule === "unique" || rule.rule === "uniqueTogether") return this.#unique(entry);
    if (rule.rule === "transition" && modeOf(rule) === "update") return this.#transition(entry);
    if (modeOf(rule) === "update" && isPosted(rule.resource)) return skipped(entry, "only a change can be tried");
    if (entry.expects === "accepted") return this.#accepted(entry);
    const outcome = await this.#refused(entry);
    // One case: a record that nobody has, and one that is not offered.
    const isLimited = rule.rule === "reference" && settingsOf === undefined;
    return (isLimited ? await this.#offered(entry) : undefined) ?? outcome;
  }

  /** Makes something once for all cases with the key. */
  #once<Made>(key: string, create: () => Promise<Made>): Promise<Made> {
    const pending = (this.#cached.get(key) as Promise<Made> | undefined) ?? create();
    this.#cached.set(key, pending);
    return pending;
  }

  /** Replaces all preferences of one owner by the case's; any name that is accepted is that of a new record. */
  async #preference(entry: RuleCase, { owner, preferences }: PreferenceKind): Promise<Outcome> {
    const { requests, world } = this.#target;
    const id = await this.#once(`owner ${owner.resource}`, () => world.make(owner.resource));
    const [name = ""] = Object.keys(entry.record);
    const reference = preferences.find(({ attribute }) => attribute === name)?.reference;
    const target =
      reference && entry.expects === "accepted"
        ? await this.#once(`named ${reference.resource} ${owner.resource}`, async () => {
            // Names are those of the owner's reseller, which is a reseller itself, or one for all owners.
            const reseller_id = owner.resource === "resellers" ? id : owner.reseller;
            const made = await world.make(
              reference.resource,
              reseller_id === undefined ? {} : { reseller_id, ...nobodys },
            );
            return requests.request("GET", `${collection(reference.resource)}${made}`);
          })
        : undefined;
    const record = reference && target ? { [name]: target.body?.[reference.field] } : entry.record;
    return outcomeOf(entry, await requests.request("PUT", `${collection(entry.rule.resource)}${id}`, record));
  }

  async #refused(entry: RuleCase): Promise<Outcome> {
    const { rule } = entry;
    const { descriptor } = moduleOf(rule.resource);
    const key = `valid ${rule.resource} ${JSON.stringify(rule.when)}`;
    const valid = await this.#once(key, () => this.#target.world.valid(rule.resource, rule.when));
    const record = withValue(rule, descriptor, valid, entry.value, await this.#options(rule));
    const reply = await this.#send(rule, record, { isRefused: true });
    // Stored by mistake: the next case must not fail for being its duplicate.
    if (reply.status < 300) this.#cached.delete(key);
    return outcomeOf(entry, reply);
  }

  async #accepted(entry: RuleCase): Promise<Outcome> {
    const { rule, value } = entry;
    const { descriptor } = moduleOf(rule.resource);
    const options = await this.#options(rule);
    const name = rule.pointer.slice(1);
    if (rule.valid.length > 0 || rule.invalid.includes(value as Json)) {
      const values = name.includes("/") || value === undefined ? undefined : { [name]: value };
      const valid = await this.#target.world.valid(rule.resource, rule.when, values);
      return outcomeOf(entry, await this.#send(rule, withValue(rule, descriptor, valid, value, options)));
    }
    // Any valid record does: rules with the same condition and place share one request.
    const innerName = name.includes("/") ? name : "";
    const key = `posted ${rule.resource} ${innerName} ${JSON.stringify([rule.when, rule.with])}`;
    const reply = await this.#once(key, async () => {
      const valid = await this.#target.world.valid(rule.resource, rule.when);
      const value = ownValue(rule, descriptor, valid, options);
      return this.#send(rule, withValue(rule, descriptor, valid, value, options));
    });
    return outcomeOf(entry, reply);
  }

  async #options(rule: RuleEntry): Promise<CaseOptions> {
    const ids = await this.#target.world.idsFor(moduleOf(rule.resource).descriptor);
    return { seed: `w${this.#target.world.next()}`, idOf: (resource) => ids.get(resource) ?? 1 };
  }

  /** A record of a resource without new ones: those that the platform makes by itself are only changed. */
  #existing(resource: string): Promise<WireRecord | undefined> {
    return this.#once(`existing ${resource}`, async () => {
      const list = await this.#target.requests.request("GET", `${collection(resource)}?rows=1`);
      return recordsOf(list, resource)[0];
    });
  }

  /**
   * Sends a new record, or the change of one that is there. Invalid settings go to an owner without stored ones, so that
   * no stored value fills a gap.
   */
  async #send({ resource }: RuleEntry, record: WireRecord, { isRefused = false } = {}): Promise<Reply> {
    const { requests, world } = this.#target;
    const path = collection(resource);
    if (isPosted(resource)) return requests.request("POST", path, record);
    if (moduleOf(resource).descriptor.settingsOf === undefined)
      return requests.request("PUT", `${path}${(await this.#existing(resource))?.id}`, record);
    const owner = isRefused
      ? this.#once(`owner of ${resource}`, () => world.ownerOf(resource, { isNew: true }))
      : world.ownerOf(resource);
    return requests.request("PUT", `${path}${await owner}`, record);
  }

  /** A value used by another record is rejected; creating the first record is the valid case. */
  async #unique(entry: RuleCase): Promise<Outcome> {
    const { resource, when, pointer, params } = entry.rule;
    const { requests, world } = this.#target;
    const first = await world.valid(resource, when);
    const reply = await requests.request("POST", collection(resource), first);
    if (reply.status !== 201) return outcomeOf({ ...entry, expects: "accepted" }, reply);
    // Uniqueness may be scoped: copy the scope too, as the platform stored it.
    const list = recordsOf(await requests.request("GET", `${collection(resource)}?rows=10000`), resource);
    const storedRecord = list.find(({ id }) => id === storedId(reply));
    const within = [...((params.within as readonly string[] | undefined) ?? []), pointer.slice(1)];
    const copied = Object.fromEntries(within.map((field) => [field, first[field] ?? storedRecord?.[field]]));
    const again = { ...(await world.valid(resource, when)), ...copied };
    return refusalOutcome(entry, await requests.request("POST", collection(resource), again));
  }

  /** A new record is brought to the status that the rule begins with, one transition after the other. */
  async #transition(entry: RuleCase): Promise<Outcome> {
    const { rule, value } = entry;
    const { resource, when, pointer } = rule;
    const { requests, world } = this.#target;
    const [first, ...further] = statusesTo(moduleOf(resource).descriptor, rule) ?? [];
    if (first === undefined || !isPosted(resource)) return skipped(entry, "no record gets there without more");
    const record = { ...(await world.valid(resource, when)), [pointer.slice(1)]: first };
    const created = await requests.request("POST", collection(resource), record);
    if (created.status !== 201) return outcomeOf({ ...entry, expects: "accepted" }, created);
    const path = `${collection(resource)}${storedId(created)}`;
    const change = (status: Json) => requests.request("PATCH", path, [{ op: "replace", path: pointer, value: status }]);
    for (const status of further) {
      const reply = await change(status);
      if (reply.status >= 300) return outcomeOf({ ...entry, expects: "accepted" }, reply);
    }
    return outcomeOf(entry, await change(value ?? null));
  }

  /** A field that is fixed after creation cannot be changed. */
  async #fixed(entry: RuleCase): Promise<Outcome> {
    const { resource, when, pointer } = entry.rule;
    const { requests, world } = this.#target;
    const record = isPosted(resource)
      ? await world.valid(resource, withoutMode(when))
      : ((await this.#existing(resource)) ?? {});
    const reply = isPosted(resource) ? await requests.request("POST", collection(resource), record) : undefined;
    if (reply && reply.status !== 201) return outcomeOf({ ...entry, expects: "accepted" }, reply);
    const field = moduleOf(resource).descriptor.fields.find(({ name }) => name === pointer.slice(1));
    const value = (field && (await otherValue(this.#target, field, record))) ?? null;
    const path = `${collection(resource)}${reply ? storedId(reply) : record.id}`;
    return refusalOutcome(entry, await requests.request("PATCH", path, [{ op: "replace", path: pointer, value }]));
  }

  /**
   * A record is refused which exists, but not among those that the field may refer to, for each limit of the reference that
   * is a value or another field and no rule of its own. The first that is not; undefined if all are.
   */
  async #offered(entry: RuleCase): Promise<Outcome | undefined> {
    const { resource, when, pointer } = entry.rule;
    const { requests, world } = this.#target;
    const { fields } = moduleOf(resource).descriptor;
    const name = pointer.split("/")[1] ?? "";
    const reference = fields.find((field) => field.name === name)?.reference;
    for (const [filter, required] of Object.entries(reference?.filter ?? {})) {
      if (!reference || filter in filterRules) continue;
      const target = moduleOf(reference.resource).descriptor;
      const source = target.filters.find((candidate) => candidate.name === filter && candidate.match !== "not")?.source;
      const path = filterPath(required);
      const owner = fields.find((field) => field.name === path)?.reference?.resource;
      const other = path === undefined ? choiceOutside(target, source, required) : owner && (await world.make(owner));
      if (source === undefined || other === undefined) continue;
      const record = await world.valid(resource, when);
      const id = await world.make(reference.resource, { [source]: other });
      const reply = await requests.request("POST", collection(resource), { ...record, [name]: id });
      const outcome = refusalOutcome(entry, reply);
      if (outcome.verdict === "discrepancy") return outcome;
    }
    return undefined;
  }
}

/** References to records of the usual reseller, which those of another one cannot have. */
const nobodys: WireRecord = { subscriber_id: undefined, customer_id: undefined, contract_id: undefined };

/** Whether records are created by a request of their own. */
function isPosted(resource: string): boolean {
  const { operations, settingsOf } = moduleOf(resource).descriptor;
  return operations.includes("create") && settingsOf === undefined;
}

/** The condition for a new record. */
export function withoutMode(when: RuleEntry["when"]): RuleEntry["when"] {
  if (!when || !("$mode" in when)) return when;
  const { $mode, ...condition } = when;
  return condition;
}

/** A choice of the field that a filter does not match; records that have ended are another rule's. */
function choiceOutside({ fields, remove }: ResourceDescriptor, source: string | undefined, required: unknown) {
  const field = fields.find(({ name }) => name === source);
  const choices: readonly Json[] = field?.kind === "boolean" ? [true, false] : (field?.enum ?? []);
  const excluded = [...String(required).split(","), ...(remove.by === "status" ? [remove.value] : [])];
  return choices.find((choice) => !excluded.includes(String(choice)));
}

/** A valid value for the field that differs from the stored one. */
async function otherValue({ world }: ApiTarget, field: FieldDescriptor, record: WireRecord): Promise<Json | undefined> {
  const current = record[field.name];
  if (field.enum) return field.enum.find((value) => value !== current);
  if (field.kind === "boolean") return current !== true;
  if (field.reference) return world.make(field.reference.resource);
  const options = { seed: `other${world.next()}`, idOf: () => 1 };
  // Samples of one seed differ from those of another only where they have to.
  const fields = [{ ...field, unique: field.unique ?? [] }];
  const value = ownValue({ pointer: `/${field.name}` }, { fields }, {}, options);
  return Array.isArray(value) ? [ownValue({ pointer: `/${field.name}/0` }, { fields }, {}, options) ?? null] : value;
}

/**
 * The case as the API sees it. Forms reject a number given as text, but the API coerces it: the result may satisfy
 * every rule, or break a different one. Some bodies it refuses for one thing alone.
 */
function asApiReads(entry: RuleCase): RuleCase {
  const { rule, record, related, mode, expects } = entry;
  const module = moduleOf(rule.resource);
  const { fields } = module.descriptor;
  // It says nothing else of a body with such a text, or such a list.
  const texts = unsafeTexts(record, "");
  const first = (texts.length > 0 ? texts : longLists(fields, record)).find(({ pointer }) => pointer === rule.pointer);
  if (first && expects === "refused") return { ...entry, rule: { ...rule, ...first } };
  const read = readScalars(fields, record);
  if (expects === "accepted" || rule.side === "server" || isDeepStrictEqual(read, record)) return entry;
  const { errors } = validateRecord(module, read, { mode, related: (path) => related.get(path) });
  if (reportsRule(errors, expectedErrorOf(entry))) return entry;
  const [error] = errors;
  return error ? { ...entry, rule: { ...rule, ...error } } : { ...entry, expects: "accepted" };
}

function outcomeOf(entry: RuleCase, reply: Reply): Outcome {
  return toOutcome(entry, { part: "api", where: toRequestLine(reply), ...resultOf(reply) });
}

/** The outcome of a request that only this rule may refuse, whatever it says of the value. */
function refusalOutcome(entry: RuleCase, reply: Reply): Outcome {
  return outcomeOf({ ...entry, expects: "refused" }, reply);
}

const toRequestLine = ({ sent }: Reply) => `${sent?.method} ${sent?.url}`;

function skipped(entry: RuleCase, got: string): Outcome {
  return { ...describeCase(entry, "api"), verdict: "skipped", got, where: "" };
}
