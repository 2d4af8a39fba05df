import { isDeepStrictEqual } from "node:util";
import type { Condition, RuleEntry, WireRecord } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { readScalars } from "../../../src/core/readScalars.ts";
import { ruleIdOf } from "../../../src/core/rulebook/caseIds.ts";
import { casesOf, modeOf, type RuleCase, refusalOf, tells, withValue } from "../../../src/core/rulebook/cases.ts";
import { moduleOf, noRecords, rulesOf } from "./book.ts";
import { dependsOnOthers, describeErrors, type Outcome, type Verdict } from "./outcome.ts";
import { type ApiTarget, collection, fieldErrorsOf, type Reply } from "./requests.ts";
import { type Combination, factorsOf, pairwise, randomFrom } from "./sample.ts";
import { bare, hiddenValues, sparse } from "./sparse.ts";

/** Fixed by default; set RULES_SEED for other cases. Failures print it. */
export const propertySeed = Number(process.env.RULES_SEED ?? 20_260_101);

/** A record to send, and what the rule book says about it. */
interface Made {
  readonly name: string;
  readonly record: WireRecord;
  /** The rule that it breaks; absent: none. */
  readonly broken?: RuleEntry;
  /** Ids of the rules that it proves. */
  readonly covers: readonly string[];
}

/** Of ten records four break a rule, if there are so many; the others keep every one. */
const BROKEN = 0.4;

/**
 * Sends records made from the rule book: valid ones, in pairs of everything that conditions look at, the least that a
 * record and a change of one must have, and ones that break a single rule. What is expected comes from how a record was
 * made, so that a fault shared by the form and the platform is seen.
 */
export async function verifyMade(
  target: ApiTarget,
  resource: string,
  runs: number,
  isWanted: (id: string) => boolean = () => true,
): Promise<Outcome[]> {
  const maker = new Maker(target, resource);
  const least = Object.entries(maker.least);
  const broken = Math.min(Math.floor(runs * BROKEN), maker.breakable.length);
  const valid = runs - least.length - broken;
  const outcomes: Outcome[] = [];
  for (let index = 0; index < valid; index++) {
    if (isWanted(madeId(resource, validName(index)))) outcomes.push(await maker.tryMade(await maker.valid(index)));
  }
  for (const [name, make] of least) {
    if (isWanted(madeId(resource, name))) outcomes.push(await make(name));
  }
  for (const entry of maker.breakable.slice(0, broken)) {
    if (isWanted(madeId(resource, brokenName(entry)))) outcomes.push(await maker.tryMade(await maker.broken(entry)));
  }
  return outcomes;
}

const validName = (index: number) => `valid-${index + 1}`;
const brokenName = ({ id }: RuleCase) => `broken:${id}`;
const madeId = (resource: string, name: string) => `${resource}:made:${name}`;

/** Rules whose faults are hard to see come first: bounds, and rules between fields. */
const FIRST: readonly string[] = [
  "minimum",
  "maximum",
  "before",
  "together",
  "distinct",
  "differs",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];

/** A rule that several conditions bring about is broken under each of them. */
function alternatives(rule: RuleEntry): RuleEntry[] {
  const { anyOf } = (rule.when ?? {}) as { readonly anyOf?: readonly Condition[] };
  return rule.rule === "required" && Array.isArray(anyOf) ? anyOf.map((when) => ({ ...rule, when })) : [rule];
}

/** Ids of cases contain no colon after the rule's. */
const isFurther = /:\d+$/;

/** Gives the second and later cases of an id one of their own. */
function numbered(): (entry: RuleCase) => RuleCase {
  const seen = new Map<string, number>();
  return (entry) => {
    const count = (seen.get(entry.id) ?? 0) + 1;
    seen.set(entry.id, count);
    return count === 1 ? entry : { ...entry, id: `${entry.id}:${count}` };
  };
}

class Maker {
  /** Cases whose record the platform reads as it was sent, bounds first. */
  readonly breakable: readonly RuleCase[];
  readonly #target: ApiTarget;
  readonly #resource: string;
  readonly #combinations: readonly Combination[];
  #untouched: Promise<number> | undefined;

  constructor(target: ApiTarget, resource: string) {
    this.#target = target;
    this.#resource = resource;
    const { descriptor } = moduleOf(resource);
    const combinations = pairwise(factorsOf(descriptor));
    this.#combinations = combinations.length > 0 ? combinations : [{}];
    const isKept = (rule: RuleEntry) =>
      // Settings already have a secret, which is kept if none is sent.
      rule.rule === "required" && descriptor.settingsOf !== undefined && this.#field(rule)?.secret === true;
    const cases = rulesOf(resource)
      .filter((rule) => !isKept(rule) && (descriptor.settingsOf !== undefined || modeOf(rule) === "create"))
      .flatMap((rule) => alternatives(rule).flatMap((one) => casesOf(one, descriptor, noRecords)))
      .filter(
        ({ expects, record }) =>
          expects === "refused" && isDeepStrictEqual(readScalars(descriptor.fields, record), record),
      );
    const rank = ({ rule, id }: RuleCase) => (FIRST.includes(rule.rule) || isFurther.test(id) ? 0 : 1);
    this.breakable = cases.map(numbered()).sort((one, other) => rank(one) - rank(other));
  }

  #field({ pointer }: Pick<RuleEntry, "pointer">) {
    return moduleOf(this.#resource).descriptor.fields.find(({ name }) => name === pointer.split("/")[1]);
  }

  /** A record that keeps every rule: some fields have values from the book. */
  async valid(index: number): Promise<Made> {
    // Each record can be made again without those before it.
    const random = randomFrom(propertySeed + index);
    const satisfy = this.#combinations[index % this.#combinations.length] ?? {};
    const whole = await this.#target.world.valid(this.#resource, satisfy);
    const { descriptor } = moduleOf(this.#resource);
    // Of three records one has every field, one those it must have, and one the members that its structures must have.
    const round = Math.floor(index / this.#combinations.length);
    const of = ([undefined, "fields", "members"] as const)[(index + round) % 3];
    const kept = of ? sparse(descriptor, whole, satisfy, { of, turn: Math.floor(index / 3) }) : whole;
    const mode = descriptor.settingsOf === undefined ? "create" : "update";
    const hidden = hiddenValues(descriptor, kept, satisfy, mode);
    const record = { ...kept, ...hidden };
    const given = { ...satisfy, ...hidden };
    const chosen = rulesOf(this.#resource).filter((rule) => this.#isFree(rule, kept, given) && random() < 0.25);
    const values = chosen.map(
      ({ pointer, valid }) => [pointer.slice(1), valid[Math.floor(random() * valid.length)]] as const,
    );
    return {
      name: validName(index),
      record: { ...record, ...Object.fromEntries(values) },
      covers: chosen.map(ruleIdOf),
    };
  }

  /** The least that a record must have, for a new record and for a stored one, by name. */
  get least(): Readonly<Record<string, (name: string) => Promise<Outcome>>> {
    const { operations, settingsOf } = moduleOf(this.#resource).descriptor;
    const isCreated = operations.includes("create") || settingsOf !== undefined;
    const isChanged = isCreated && operations.includes("update") && settingsOf === undefined;
    return {
      ...(isCreated ? { least: (name) => this.#tryLeast(name) } : {}),
      ...(isChanged ? { "least-change": (name) => this.#tryLeastChange(name), ...this.#changesWithout } : {}),
    };
  }

  /** A change for each field that only new records need, with the values that it is needed for. */
  get #changesWithout(): Readonly<Record<string, (name: string) => Promise<Outcome>>> {
    const entries = rulesOf(this.#resource).flatMap(({ rule, pointer, when }) => {
      const { $mode, ...rest } = (when ?? {}) as WireRecord;
      const given = Object.entries(rest);
      const isPlain = given.every(([path, value]) => !path.includes(".") && typeof value === "string");
      if (rule !== "required" || $mode !== "create" || given.length === 0 || !isPlain) return [];
      return [[`change-without:${pointer}`, (name: string) => this.#tryLeastChange(name, rest)] as const];
    });
    return Object.fromEntries(entries);
  }

  async #tryLeast(name: string): Promise<Outcome> {
    const { descriptor } = moduleOf(this.#resource);
    const satisfy = this.#leastSatisfy();
    const whole = await this.#target.world.valid(this.#resource, satisfy);
    const mode = descriptor.settingsOf === undefined ? "create" : "update";
    const record = bare(descriptor, whole, satisfy, mode);
    return this.#outcome({ name, record, covers: [] }, await this.#send(record, { isNew: true }));
  }

  /** Known values of the records that conditions look at, and none of the record itself. */
  #leastSatisfy(): Combination {
    const [first = {}] = this.#combinations;
    return Object.fromEntries(Object.entries(first).filter(([path]) => path.includes(".")));
  }

  /** What a change may leave out, with values of the wrong type in fields that are hidden then. */
  async #tryLeastChange(name: string, given: WireRecord = {}): Promise<Outcome> {
    const { descriptor } = moduleOf(this.#resource);
    const { requests, world } = this.#target;
    const satisfy = this.#leastSatisfy();
    const id = await world.make(this.#resource, await world.valid(this.#resource, satisfy));
    const path = `${collection(this.#resource)}${id}`;
    const { body } = await requests.request("GET", path);
    const kept = bare(descriptor, (body ?? {}) as WireRecord, satisfy, "update", given);
    const hidden = hiddenValues(descriptor, kept, satisfy, "update");
    // No change may touch them, shown or not.
    for (const { name: fixed, immutable } of descriptor.fields) if (immutable) delete hidden[fixed];
    const record = { ...kept, ...hidden };
    return this.#outcome({ name, record, covers: [] }, await requests.request("PUT", path, record));
  }

  /** Whether the field may have any of the rule's values without breaking another rule. */
  #isFree(rule: RuleEntry, record: WireRecord, given: object): boolean {
    const name = rule.pointer.slice(1);
    const field = this.#field(rule);
    return (
      rule.valid.length > 0 &&
      !rule.with &&
      name in record &&
      !(name in given) &&
      field?.unique === undefined &&
      field?.reference === undefined
    );
  }

  /** A valid record with one value that breaks a rule. */
  async broken(entry: RuleCase): Promise<Made> {
    const { world } = this.#target;
    const { descriptor } = moduleOf(this.#resource);
    const { rule, value } = entry;
    const ids = await world.idsFor(descriptor);
    const options = { seed: `w${world.next()}`, idOf: (resource: string) => ids.get(resource) ?? 1 };
    const record = withValue(rule, descriptor, await world.valid(this.#resource, rule.when), value, options);
    return { name: brokenName(entry), record, broken: refusalOf(entry), covers: [ruleIdOf(rule)] };
  }

  async tryMade(made: Made): Promise<Outcome> {
    return this.#outcome(made, await this.#send(made.record, { isNew: made.broken !== undefined }));
  }

  #outcome({ name, record, broken, covers }: Made, reply: Reply): Outcome {
    const errors = fieldErrorsOf(reply);
    const isTold = broken !== undefined && reply.status === 422 && tells(errors, broken);
    const isStored = [200, 201, 204].includes(reply.status);
    // Rules about other records keep a valid record out; a broken rule is told before those are asked.
    const isOther = reply.status === 403 || (!broken && isByContext(errors));
    const asExpected = broken ? isTold : isStored;
    const verdict: Verdict = asExpected ? (broken ? "refused" : "accepted") : isOther ? "overruled" : "discrepancy";
    return outcomeOf(this.#resource, {
      name,
      record,
      verdict,
      reply,
      covers,
      expected: broken ? `refused: ${broken.key} at ${broken.pointer}` : "accepted",
    });
  }

  /** New settings go to an owner without any, so that no stored value fills a gap. */
  async #send(record: WireRecord, { isNew }: { readonly isNew: boolean }): Promise<Reply> {
    const { requests, world } = this.#target;
    const path = collection(this.#resource);
    if (moduleOf(this.#resource).descriptor.settingsOf === undefined) return requests.request("POST", path, record);
    if (!isNew) return requests.request("PUT", `${path}${await world.ownerOf(this.#resource)}`, record);
    this.#untouched ??= world.ownerOf(this.#resource, { isNew: true });
    return requests.request("PUT", `${path}${await this.#untouched}`, record);
  }
}

/** That the records of a form could not all be made and sent. */
export function brokenOff(resource: string, got: string): Outcome {
  return {
    part: "made",
    resource,
    pointer: "",
    rule: "made record",
    id: madeId(resource, "broken-off"),
    name: `${resource} made records, seed ${propertySeed}`,
    verdict: "discrepancy",
    value: "",
    expected: "all records made and sent",
    got,
    where: collection(resource),
  };
}

interface Result extends Pick<Outcome, "name" | "verdict" | "expected"> {
  readonly record: WireRecord;
  readonly reply: Reply;
  readonly covers: readonly string[];
}

function outcomeOf(resource: string, { name, record, verdict, reply, covers, expected }: Result): Outcome {
  return {
    part: "made",
    resource,
    pointer: "",
    rule: "made record",
    id: madeId(resource, name),
    name: `${resource} made record ${name}, seed ${propertySeed}`,
    verdict,
    value: JSON.stringify(record).slice(0, 500),
    expected,
    got: `${reply.status}, ${describeErrors(fieldErrorsOf(reply))}`,
    where: collection(resource),
    sent: reply.sent,
    covers,
  };
}

function isByContext(errors: readonly FieldError[]): boolean {
  return errors.length > 0 && errors.every(dependsOnOthers);
}
