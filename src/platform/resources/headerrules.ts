import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isStorableId } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { nextValue, patternError, refuse, toJsonArray } from "../records/hookHelpers.ts";
import type { HookContext, ReadContext, ResourceHooks, Row, ValidateEvent, WrittenRecord } from "../resourceHooks.ts";
import { addParts, loadParts, type Parts } from "./parts.ts";

/** The rules that are sent with a set. */
const rules: Parts = {
  table: "headerrules",
  by: "set_id",
  columns: ["name", "description", "direction", "priority", "stopper", "enabled"],
  defaults: { priority: 100, stopper: false, enabled: true },
  order: ["set_id", "priority", "id"],
};

/** The parts of a rule, by member. */
const partsOfRules: Readonly<Record<"conditions" | "actions", Parts>> = {
  conditions: {
    table: "headerruleconditions",
    by: "rule_id",
    columns: [
      ...["match_type", "match_part", "match_name", "expression", "expression_negation", "value_type", "values"],
      ...["rwr_set_id", "rwr_dp", "enabled"],
    ],
    defaults: { expression_negation: false, enabled: true, values: [] },
    order: ["rule_id", "id"],
  },
  actions: {
    table: "headerruleactions",
    by: "rule_id",
    columns: [
      ...["header", "header_part", "action_type", "value", "value_part", "rwr_set_id", "rwr_dp"],
      ...["priority", "enabled"],
    ],
    defaults: { priority: 100, enabled: true },
    order: ["rule_id", "priority", "id"],
  },
};

export const headerrulesets: ResourceHooks<"headerrulesets"> = {
  checks: {
    /** Rules sent together need unique names, like those created one by one. */
    unique: {
      beforeWrite({ mode, input }) {
        const names = mode === "create" ? (input.rules ?? []).map(({ name }) => name) : [];
        return names.flatMap((name, index) =>
          names.indexOf(name) === index ? [] : [{ pointer: `/rules/${index}/name` as const }],
        );
      },
    },
  },

  async beforeWrite({ mode, input }) {
    if (mode !== "create") return;
    refuse(
      (input.rules ?? []).flatMap(({ conditions }, index) => patternErrorsIn(conditions, `/rules/${index}/conditions`)),
    );
  },

  async afterWrite({ context, mode, input, row }) {
    if (mode === "create") await addRules(context, row, input.rules ?? []);
  },

  afterRead: presentRules,
};

export const headerrules: ResourceHooks<"headerrules"> = {
  beforeValidate: ownSet,

  async beforeWrite({ context, mode, input, values }) {
    if (mode !== "create") return;
    refuse(patternErrorsIn(input.conditions, "/conditions"));
    const set = await context.load("headerrulesets", values.set_id ?? -1);
    // A rule has the owner of its set.
    values.subscriber_id = set?.subscriber_id ?? null;
  },

  async afterWrite({ context, mode, input, row }) {
    if (mode === "create") await addPartsOfRule(context, row, input);
  },

  afterRead: presentPartsOfRules,
};

export const headerruleconditions: ResourceHooks<"headerruleconditions"> = {
  /** Values may also be objects, as within a rule. */
  async beforeValidate({ body }) {
    if (!Array.isArray(body.values)) return body;
    return {
      ...body,
      values: body.values.map((item) => (isObject(item) && "value" in item ? (item.value ?? null) : item)),
    };
  },

  async beforeWrite(event) {
    const [expression, value_type] = [nextValue(event, "expression"), nextValue(event, "value_type")];
    refuse(
      conditionErrors(
        { expression, value_type },
        toJsonArray(nextValue(event, "values")),
        (index) => `/values/${index}`,
      ),
    );
  },
};

/** An error at each value of a condition that has to be a regular expression. */
function conditionErrors(
  { expression, value_type }: Partial<Pick<Row<"headerruleconditions">, "expression" | "value_type">>,
  values: readonly string[],
  pointerOf: (index: number) => string,
) {
  if (expression !== "regexp" || (value_type ?? "input") !== "input") return [];
  return values.flatMap((value, index) => patternError(value, pointerOf(index)));
}

/** Returns the pattern errors of conditions that are sent with their rule. */
function patternErrorsIn(conditions: WrittenRecord<"headerrules">["conditions"], pointer: string) {
  return toJsonArray(conditions).flatMap((condition, position) => {
    const values = toJsonArray(condition.values).map(({ value }) => value);
    return conditionErrors(condition, values, (index) => `${pointer}/${position}/values/${index}/value`);
  });
}

/** A rule for a subscriber goes into the subscriber's own set, which is created with the first one. */
async function ownSet({ context, mode, body }: ValidateEvent<"headerrules">): Promise<WireRecord> {
  const { subscriber_id: id } = body;
  if (mode !== "create" || (body.set_id ?? null) !== null || !isStorableId(id)) return body;
  const subscriber = await context.loadLocked("subscribers", id);
  const { resellerId } = context.actor;
  // A missing or invisible subscriber is refused by the field's own rule.
  const isGone = !subscriber || subscriber.status === "terminated";
  if (isGone || (resellerId !== null && subscriber.reseller_id !== resellerId)) return body;
  const [set] = await context.findBy("headerrulesets", { subscriber_id: id });
  return { ...body, set_id: set?.id ?? (await makeSet(context, subscriber)) };
}

async function makeSet({ db }: HookContext, { id, reseller_id }: Row<"subscribers">): Promise<number> {
  const set = { reseller_id: reseller_id ?? -1, subscriber_id: id, name: `subscriber_${id}` };
  return (await db.insertInto("headerrulesets").values(set).returning("id").executeTakeFirstOrThrow()).id;
}

async function addRules(context: HookContext, set: Row, sentRules: readonly WireRecord[]): Promise<void> {
  const { id: set_id, reseller_id, subscriber_id } = set;
  const added = await addParts(context, rules, { set_id, reseller_id, subscriber_id }, sentRules);
  for (const [index, rule] of added.entries()) await addPartsOfRule(context, rule, sentRules[index] ?? {});
}

async function presentRules(context: ReadContext, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  const storedRules = await loadParts(context, rules, rows);
  const presented = storedRules.map((rule) => membersOf(rule, rules.columns));
  await presentPartsOfRules(context, storedRules, presented);
  for (const [index, record] of records.entries()) {
    record.rules = presented.filter((_, position) => storedRules[position]?.set_id === rows[index]?.id);
  }
}

type Members = Readonly<{ [key: string]: Json }>;

/** Stores the parts of a new rule. */
async function addPartsOfRule(
  context: HookContext,
  { id: rule_id, set_id, reseller_id }: Row,
  sentRule: WireRecord,
): Promise<void> {
  for (const [name, parts] of Object.entries(partsOfRules)) {
    const sent = toJsonArray(sentRule[name])
      .filter(isObject)
      .map((part) => ({ ...part, ...flatValues(part) }));
    await addParts(context, parts, { rule_id, set_id, reseller_id }, sent);
  }
}

/** Within a rule each value of a condition is an object; on its own it is a text. */
function flatValues({ values }: Members): Members {
  return Array.isArray(values) ? { values: values.filter(isObject).map(({ value = null }) => value) } : {};
}

/** Adds conditions and actions to their rules, in order. */
async function presentPartsOfRules(
  context: Pick<ReadContext, "db">,
  rows: readonly Row[],
  records: readonly WireRecord[],
): Promise<void> {
  for (const [name, parts] of Object.entries(partsOfRules)) {
    const storedParts = await loadParts(context, parts, rows);
    for (const [index, record] of records.entries()) {
      const partsOfRule = storedParts.filter((part) => part.rule_id === rows[index]?.id);
      record[name] = partsOfRule.map((part) => ({ ...membersOf(part, parts.columns), ...wrappedValues(part) }));
    }
  }
}

function wrappedValues({ values }: Row): Members {
  return Array.isArray(values) ? { values: values.map((value) => ({ value })) } : {};
}

/** Columns of a row as members; null ones are omitted, as they may be in requests. */
function membersOf(row: Row, columns: readonly string[]): { [key: string]: Json } {
  const members = columns.map((column) => [column, row[column] ?? null] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}
