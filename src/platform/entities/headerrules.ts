import { sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import type { FieldError } from "../../core/errors.ts";
import { isObject } from "../../core/prepare.ts";
import { fieldError } from "../../core/validate.ts";
import type { EntityHooks, PrepareEvent, Reading, Row, Work } from "../entityHooks.ts";
import { checkReseller, listOf, refuse } from "./checks.ts";
import { addParts, checkParts, type GivenRule, listed, membersOf, presentParts } from "./headerRuleParts.ts";

const RULE_COLUMNS = ["name", "description", "direction", "priority", "stopper", "enabled"];
/** What a rule that comes with its set may leave out. */
const RULE_DEFAULTS = { priority: 100, stopper: false, enabled: true };

export const headerrulesets: EntityHooks = {
  async beforeWrite(event) {
    const rules = event.mode === "create" ? listOf<GivenRule>(event.input.rules) : [];
    const placed = rules.map((rule, index) => ({ rule, pointer: `/rules/${index}` }));
    refuse([
      ...(await checkReseller(event)),
      ...twins(rules),
      ...(await checkParts(event.work, event.values.reseller_id, placed)),
    ]);
  },

  async afterWrite({ work, mode, input, row }) {
    if (mode === "create") await addRules(work, row, listOf<GivenRule>(input.rules));
  },

  present: presentRules,
};

export const headerrules: EntityHooks = {
  prepare: ownSet,

  async beforeWrite({ work, mode, input, values }) {
    if (mode !== "create") return;
    const set = await work.load("headerrulesets", Number(values.set_id));
    // A rule belongs to whom its set belongs.
    values.subscriber_id = set?.subscriber_id ?? null;
    refuse(await checkParts(work, set?.reseller_id, [{ rule: input as unknown as GivenRule, pointer: "" }]));
  },

  async afterWrite({ work, mode, input, row }) {
    if (mode === "create") await addParts(work, row, input as unknown as GivenRule);
  },

  present: presentParts,
};

export const headerruleconditions: EntityHooks = {
  /** Values may also come as objects, as they do inside a rule. */
  async prepare({ body }) {
    if (!Array.isArray(body.values)) return body;
    return { ...body, values: body.values.map((one) => (isObject(one) && "value" in one ? (one.value ?? null) : one)) };
  },
};

/** Rules that come together have names of their own, like those that are made one by one. */
function twins(rules: readonly GivenRule[]): FieldError[] {
  const names = rules.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [] : [fieldError(`/rules/${index}/name`, "unique")],
  );
}

/** A rule for a subscriber goes into the subscriber's own set, which is made with the first of them. */
async function ownSet({ work, mode, body }: PrepareEvent): Promise<WireRecord> {
  const { subscriber_id: id } = body;
  if (mode !== "create" || (body.set_id ?? null) !== null || !isId(id)) return body;
  const subscriber = await work.load("subscribers", id);
  const { resellerId } = work.actor;
  // Who is not there, or not the caller's to know, is refused by the field's own rule.
  if (!subscriber || (resellerId !== null && subscriber.reseller_id !== resellerId)) return body;
  const [set] = await work.find("headerrulesets", { subscriber_id: id });
  return { ...body, set_id: set?.id ?? (await makeSet(work, subscriber)) };
}

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}

async function makeSet({ db }: Work, { id, reseller_id }: Row): Promise<number> {
  const { rows } = await sql<Row>`
    insert into headerrulesets (reseller_id, subscriber_id, name)
    values (${reseller_id}, ${id}, ${`subscriber_${id}`}) returning id`.execute(db);
  return Number(rows[0]?.id);
}

async function addRules(work: Work, set: Row, rules: readonly GivenRule[]): Promise<void> {
  for (const rule of rules) {
    const { rows } = await sql<Row>`
      insert into headerrules (set_id, reseller_id, subscriber_id, ${listed(RULE_COLUMNS)})
      select ${set.id}::integer, ${set.reseller_id}::integer, ${set.subscriber_id ?? null}::integer,
        ${listed(RULE_COLUMNS)}
      from jsonb_populate_record(null::headerrules, ${JSON.stringify({ ...RULE_DEFAULTS, ...rule })}::jsonb)
      returning *`.execute(work.db);
    if (rows[0]) await addParts(work, rows[0], rule);
  }
}

async function presentRules(reading: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const { rows: rules } = await sql<Row>`
    select * from headerrules where set_id in (${sql.join(ids)}) order by set_id, priority, id`.execute(reading.db);
  const shown = rules.map((rule) => membersOf(rule, RULE_COLUMNS));
  await presentParts(reading, rules, shown);
  for (const [index, record] of records.entries()) {
    record.rules = shown.filter((_, place) => rules[place]?.set_id === rows[index]?.id);
  }
}
