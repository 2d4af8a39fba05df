import { ruleIdOf } from "../../../src/core/rulebook/caseIds.ts";
import type {
  Condition,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  WireRecord,
} from "../../../src/core/schema/descriptor.ts";
import { isObject } from "../../../src/core/schema/isObject.ts";
import { conditionPaths, isConditionMet } from "../../../src/core/validation/conditions.ts";
import { defaultsOf } from "../../../src/core/validation/normalizeRecord.ts";
import { nextStatuses } from "../../../src/core/validation/transitions.ts";
import { bookRulesOf, moduleOf } from "./book.ts";
import { dependsOnOthers, describeErrors, type Outcome } from "./outcome.ts";
import { type ApiTarget, collection, fieldErrorsOf, type Reply } from "./requests.ts";
import { pseudoRandom } from "./sample.ts";

/** Fixed by default; set RULES_SEED for other cases. Failures print it. */
export const propertySeed = Number(process.env.RULES_SEED ?? 20_260_101);

type Mode = "create" | "update";
/** Values of what conditions look at, by path. */
type ValuePool = Readonly<Record<string, string | number | boolean>>;

/**
 * Sends valid records generated from the rule book: the least that a record and a change of one must have, and others with any
 * values of what conditions look at. That they are valid follows from how they were generated, so that a fault shared by the
 * form and the platform is seen.
 */
export async function verifyGenerated(
  target: ApiTarget,
  resource: string,
  runs: number,
  isWanted: (id: string) => boolean = () => true,
): Promise<Outcome[]> {
  const generator = new RecordGenerator(target, resource);
  const minimal = generator.minimal();
  const valid = Array.from({ length: runs - minimal.length }, (_, index) => generator.valid(index));
  const outcomes: Outcome[] = [];
  for (const generated of [...minimal, ...valid]) {
    if (!isWanted(`${resource}:generated:${generated.name}`)) continue;
    const sent = await generated.send();
    outcomes.push(outcomeOf(resource, generated.name, sent));
  }
  return outcomes;
}

interface SentRecord {
  readonly record: WireRecord;
  readonly reply: Reply;
  /** Ids of the rules that it proves. */
  readonly covers?: readonly string[];
}

interface GeneratedCase {
  readonly name: string;
  readonly send: () => Promise<SentRecord>;
}

class RecordGenerator {
  readonly #target: ApiTarget;
  readonly #descriptor: ResourceDescriptor;
  readonly #factors: ReadonlyMap<string, readonly (string | number | boolean)[]>;

  constructor(target: ApiTarget, resource: string) {
    this.#target = target;
    this.#descriptor = moduleOf(resource).descriptor;
    this.#factors = conditionFactors(this.#descriptor);
  }

  get #mode(): Mode {
    return this.#descriptor.settingsOf === undefined ? "create" : "update";
  }

  /** A record that keeps every rule: some fields have values from the book. */
  valid(index: number): GeneratedCase {
    return {
      name: `valid-${index + 1}`,
      send: async () => {
        // Each record can be made again without those before it.
        const random = (of: string) => pseudoRandom(propertySeed, index, of);
        const satisfy = this.#values((path, values) => values[Math.floor(random(path) * values.length)]);
        const complete = await this.#target.world.valid(this.#descriptor.name, satisfy);
        // One record in three has every field, one those it must have, and one the members that its structures must have.
        const reduced =
          [complete, this.#withoutFields(complete, satisfy), this.#withoutMembers(complete, index)][index % 3] ??
          complete;
        const hidden = this.#hiddenValues(reduced, satisfy, this.#mode);
        const isFree = ({ pointer, valid, mode, with: related }: ReturnType<typeof bookRulesOf>[number]) => {
          const name = pointer.slice(1);
          const field = this.#descriptor.fields.find((candidate) => candidate.name === name);
          const isPlain = field?.unique === undefined && field?.reference === undefined && !related;
          return (
            valid.length > 0 &&
            isPlain &&
            (mode ?? this.#mode) === this.#mode &&
            name in reduced &&
            !(name in satisfy) &&
            !(name in hidden)
          );
        };
        const chosen = bookRulesOf(this.#descriptor.name).filter(
          (rule) => isFree(rule) && random(ruleIdOf(rule)) < 0.25,
        );
        const values = chosen.map(({ pointer, valid }) => [
          pointer.slice(1),
          valid[Math.floor(random(`value of ${pointer}`) * valid.length)],
        ]);
        const record = { ...reduced, ...hidden, ...Object.fromEntries(values) };
        return { record, reply: await this.#send(record), covers: chosen.map(ruleIdOf) };
      },
    };
  }

  /** The least that a record must have, for a new record and for a stored one. */
  minimal(): GeneratedCase[] {
    const { name, operations, settingsOf } = this.#descriptor;
    // Known values of the records that conditions look at, and none of the record itself.
    const satisfy = this.#values((path, [value]) => (path.includes(".") ? value : undefined));
    const minimal = {
      name: "least",
      send: async () => {
        const record = this.#bare(await this.#target.world.valid(name, satisfy), satisfy, this.#mode);
        return { record, reply: await this.#send(record, { isNew: true }) };
      },
    };
    if (settingsOf !== undefined || !operations.includes("update")) return [minimal];
    // Besides the minimal change, one for each field that only new records need, with the values that it is needed for.
    const changes = bookRulesOf(name).flatMap(({ rule, pointer, when }) => {
      const { $mode, ...initial } = (when ?? {}) as WireRecord;
      const entries = Object.entries(initial);
      const isPlain = entries.every(([path, value]) => !path.includes(".") && typeof value === "string");
      return rule === "required" && $mode === "create" && entries.length > 0 && isPlain ? [{ pointer, initial }] : [];
    });
    return [minimal, ...[{ pointer: "", initial: {} }, ...changes].map((change) => this.#leastChange(change, satisfy))];
  }

  /** A change without all that it may leave out, with values of the wrong type in fields that are hidden then. */
  #leastChange(
    { pointer, initial }: { readonly pointer: string; readonly initial: WireRecord },
    satisfy: ValuePool,
  ): GeneratedCase {
    const { name, fields } = this.#descriptor;
    return {
      name: pointer === "" ? "least-change" : `change-without:${pointer}`,
      send: async () => {
        const { requests, world } = this.#target;
        const id = await world.make(name, await world.valid(name, satisfy));
        const path = `${collection(name)}${id}`;
        const { body } = await requests.request("GET", path);
        const changed = this.#bare((body ?? {}) as WireRecord, satisfy, "update", initial);
        const hidden = this.#hiddenValues(changed, satisfy, "update");
        // No change may touch them, shown or not.
        for (const { name: fixed, immutable } of fields) if (immutable) delete hidden[fixed];
        const record = { ...changed, ...hidden };
        return { record, reply: await requests.request("PUT", path, record) };
      },
    };
  }

  /** A value for each path that conditions look at. */
  #values(
    choose: (path: string, values: readonly (string | number | boolean)[]) => string | number | boolean | undefined,
  ) {
    const chosen = [...this.#factors].map(([path, values]) => [path, choose(path, values)] as const);
    return Object.fromEntries(chosen.filter(([, value]) => value !== undefined)) as ValuePool;
  }

  /** The record without optional fields. What a condition looks at stays. */
  #withoutFields(record: WireRecord, related: ValuePool): WireRecord {
    const requiredPointers = bookRulesOf(this.#descriptor.name).flatMap(({ rule, pointer }) =>
      rule === "required" ? [pointer] : [],
    );
    const kept = pick(record, (name) => requiredPointers.includes(`/${name}`) || name in related);
    const together = this.#descriptor.rules.filter(({ rule }) => rule === "together").flatMap(({ fields }) => fields);
    const isNeededBeside = together.some((name) => name in kept);
    return isNeededBeside ? pick(record, (name) => name in kept || together.includes(name)) : kept;
  }

  /** The record without optional members of its structures; of one that needs none, another one stays each turn. */
  #withoutMembers(record: WireRecord, turn: number): WireRecord {
    const bareEntry = (fields: readonly FieldDescriptor[], entry: Json, minCount: number): Json => {
      if (!isObject(entry)) return entry;
      const present = fields.filter(({ name }) => entry[name] !== undefined);
      const [needed, spare] = [present.filter(isNeeded), present.filter((field) => !isNeeded(field))];
      const more = [...spare, ...spare]
        .slice(turn % (spare.length || 1))
        .slice(0, Math.max(minCount - needed.length, 0));
      const names = [...needed, ...more].map(({ name }) => name);
      return pick(entry, (name) => names.includes(name));
    };
    const bareValue = ({ fields, minProperties = 0 }: FieldDescriptor, value: Json): Json => {
      if (!fields) return value;
      return Array.isArray(value)
        ? value.map((entry) => bareEntry(fields, entry, minProperties))
        : bareEntry(fields, value, 1);
    };
    const entries = this.#descriptor.fields.flatMap((field) => {
      const value = record[field.name];
      return value === undefined ? [] : [[field.name, bareValue(field, value)] as const];
    });
    return Object.fromEntries(entries);
  }

  /** The record with no more than it must have in this mode, besides `initial`: neither a default nor an optional field. */
  #bare(record: WireRecord, related: ValuePool, mode: Mode, initial: WireRecord = {}): WireRecord {
    const rules = bookRulesOf(this.#descriptor.name).filter(
      ({ rule, mode: only = mode }) => rule === "required" && only === mode,
    );
    const required: WireRecord = { ...initial };
    // A field in the record may require further ones.
    for (let size = -1; size < Object.keys(required).length; ) {
      size = Object.keys(required).length;
      const holds = this.#holds(required, related, mode);
      for (const { pointer, when } of rules) {
        const name = pointer.slice(1);
        if (record[name] !== undefined && (!when || holds(when))) required[name] = record[name];
      }
    }
    return required;
  }

  /** Evaluates conditions on the record with its defaults, as it is now. */
  #holds(record: WireRecord, related: ValuePool, mode: Mode): (when: Condition) => boolean {
    const complete = { ...defaultsOf(this.#descriptor.fields), ...record };
    return (when) => isConditionMet(when, complete, { mode, related: (path) => related[path] });
  }

  /** Values of the wrong type in the fields that the record's conditions hide: nobody may look at them. */
  #hiddenValues(record: WireRecord, related: ValuePool, mode: Mode): WireRecord {
    const holds = this.#holds(record, related, mode);
    const { name: resource, fields } = this.#descriptor;
    const hidden = fields.filter(({ when, readOnly, internal }) => when && !readOnly && !internal && !holds(when));
    const invalidValues = hidden.flatMap(({ name }) => {
      const type = bookRulesOf(resource).find(({ pointer, rule }) => pointer === `/${name}` && rule === "type");
      const value = type?.invalid.find((candidate) => typeof candidate === "object");
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(invalidValues);
  }

  /** New settings go to an owner without any, so that no stored value fills a gap. */
  async #send(record: WireRecord, { isNew = false } = {}): Promise<Reply> {
    const { requests, world } = this.#target;
    const { name, settingsOf } = this.#descriptor;
    const path = collection(name);
    if (settingsOf === undefined) return requests.request("POST", path, record);
    return requests.request("PUT", `${path}${await world.ownerOf(name, { isNew })}`, record);
  }
}

function isNeeded({ required, requiredWhen }: FieldDescriptor): boolean {
  return required !== false || requiredWhen !== undefined;
}

function pick<Value>(record: Readonly<Record<string, Value>>, test: (name: string) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => test(name)));
}

/** Fields that the conditions of a form's rules look at: switches and choices, also those of a record it refers to. */
function conditionFactors(descriptor: ResourceDescriptor): Map<string, readonly (string | number | boolean)[]> {
  const { name, fields } = descriptor;
  const read = bookRulesOf(name).flatMap(({ when }) => (when ? [conditionPaths(when, fields)] : []));
  const paths = new Set(read.flatMap(({ own, related }) => [...own, ...related]));
  const factors = [...paths].map((path) => [path, valuesOf(path, descriptor)] as const);
  return new Map(factors.filter(([, values]) => values.length > 0));
}

/** The values that a path of a condition can have, where they are few. */
function valuesOf(path: string, descriptor: ResourceDescriptor): readonly (string | number | boolean)[] {
  const { fields, statusTransitions } = descriptor;
  const [name, inner] = path.split(".");
  const field = fields.find((candidate) => candidate.name === name);
  if (inner !== undefined)
    return field?.reference ? valuesOf(inner, moduleOf(field.reference.resource).descriptor) : [];
  if (!field || field.readOnly) return [];
  if (name === statusTransitions?.field) return nextStatuses(descriptor, (from) => from === null) ?? [];
  return field.kind === "boolean" ? [false, true] : (field.enum ?? []);
}

function outcomeOf(resource: string, name: string, { record, reply, covers = [] }: SentRecord): Outcome {
  const errors = fieldErrorsOf(reply);
  // Rules about other records keep a valid record out.
  const isOther = reply.status === 403 || (errors.length > 0 && errors.every(dependsOnOthers));
  return {
    ...{ part: "generated", resource, pointer: "", rule: "generated record", id: `${resource}:generated:${name}` },
    name: `${resource} generated record ${name}, seed ${propertySeed}`,
    verdict: [200, 201, 204].includes(reply.status) ? "accepted" : isOther ? "overruled" : "discrepancy",
    value: JSON.stringify(record).slice(0, 500),
    expected: "accepted",
    got: `${reply.status}, ${describeErrors(errors)}`,
    where: collection(resource),
    ...{ sent: reply.sent, covers },
  };
}
