import { type RawBuilder, sql } from "kysely";
import type { DiscriminatorDescriptor, ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { recordIdOf, rowIdOf } from "../../core/schema/discriminator.ts";
import { formatClock } from "../../core/values/duration.ts";
import { descriptor } from "../../generated/descriptors/conversations.gen.ts";
import { anyOf } from "../db/statements.ts";
import { callSides, customerFilter } from "../features/calls/callSides.ts";
import { type SeenSide, seeCalls } from "../features/calls/seenCalls.ts";
import { zonesOfSubscribers } from "../features/calls/subscriberZones.ts";
import { rootAlias } from "../records/plan/resourcePlan.ts";
import { matchesWildcard } from "../records/query/like.ts";
import type { HookFilter, ReadContext, ResourceHooks, Row } from "../resourceHooks.ts";

type Conversation = Row<"conversations">;
type ConversationType = "call" | "voicemail" | "sms" | "fax";

const kinds = fileTypeNames(descriptor);
const names = Object.keys(kinds.mapping);
function fileTypeNames({ name, discriminator: known }: ResourceDescriptor): DiscriminatorDescriptor {
  if (!known) throw new Error(`${name} are of one kind`);
  return known;
}

const column = (name: string) => sql.ref(`${rootAlias}.${name}`);

/** Columns with their types; a kind that does not say one has null there. */
const columns = {
  reseller_id: "integer",
  customer_id: "integer",
  subscriber_id: "integer",
  call_id: "text",
  call_type: "text",
  direction: "text",
  caller: "text",
  callee: "text",
  start_time: "timestamptz",
  duration_seconds: "double precision",
  status: "text",
  rating_status: "text",
  customer_cost: "double precision",
  pages: "integer",
  filename: "text",
  folder: "text",
  voicemail_subscriber_id: "integer",
  own_cli: "text",
  own_user: "text",
  own_domain: "text",
  other_cli: "text",
  other_user: "text",
  other_domain: "text",
  other_subscriber_id: "integer",
  clir: "boolean",
  intra_customer: "boolean",
  is_listed: "boolean",
} as const;
type Column = keyof typeof columns;

/** The rows of a kind: of a source under the alias `one`. Those that are stored for one side are all listed. */
function rowsOf(
  kind: ConversationType,
  from: RawBuilder<unknown>,
  expressions: Readonly<Partial<Record<Column, RawBuilder<unknown>>>>,
) {
  const first = rowIdOf(kinds, 0, kind) ?? 0;
  const step = (rowIdOf(kinds, 1, kind) ?? 0) - first;
  const all = new Map<string, RawBuilder<unknown>>(
    Object.entries({ intra_customer: sql`false`, is_listed: sql`true`, ...expressions }),
  );
  const selected = Object.entries(columns).map(
    ([name, type]) => sql`(${all.get(name) ?? sql`null`})::${sql.raw(type)} as ${sql.ref(name)}`,
  );
  return sql`select (one.id * ${sql.lit(step)} + ${sql.lit(first)})::integer as id, one.row_version,
    ${sql.lit(kind)}::text as type, ${sql.join(selected)} from ${from}`;
}

const sourceRef = (name: string) => sql.ref(`one.${name}`);
const same = (...names: readonly Column[]) => Object.fromEntries(names.map((name) => [name, sourceRef(name)]));
/** Records of a subscriber, with the customer. */
const ofSubscriber = (table: string) =>
  sql`${sql.table(table)} as one join subscribers as owner on owner.id = one.subscriber_id`;
const customer_id = sql.ref("owner.customer_id");
const isOut = sql`one.direction = 'out'`;

const calls = rowsOf("call", sql`${callSides} as one`, {
  ...same("reseller_id", "customer_id", "subscriber_id", "call_id", "direction", "start_time", "duration_seconds"),
  ...same("status", "rating_status", "customer_cost", "own_cli", "own_user", "own_domain", "other_cli"),
  ...same("other_user", "other_domain", "other_subscriber_id", "clir", "intra_customer", "is_listed"),
  call_type: sourceRef("type"),
  caller: sql`case when ${isOut} then one.own_cli else one.other_cli end`,
  callee: sql`case when ${isOut} then one.other_cli else one.own_cli end`,
});
const voicemails = rowsOf("voicemail", ofSubscriber("voicemails"), {
  ...same("reseller_id", "subscriber_id", "caller", "folder"),
  customer_id,
  direction: sql`'in'`,
  start_time: sourceRef("time"),
  duration_seconds: sourceRef("duration"),
  filename: sql`'voicemail-' || one.id || '.wav'`,
  voicemail_subscriber_id: sourceRef("subscriber_id"),
});
const sms = rowsOf("sms", ofSubscriber("sms"), {
  ...same("reseller_id", "subscriber_id", "direction", "caller", "callee", "status"),
  customer_id,
  start_time: sourceRef("time"),
});
const faxes = rowsOf("fax", ofSubscriber("faxes"), {
  ...same("reseller_id", "subscriber_id", "direction", "caller", "callee", "status", "pages", "filename"),
  customer_id,
  start_time: sourceRef("time"),
});

/** Matches the recorded number of the caller or the called. */
const numberFilter = (name: "caller" | "callee"): HookFilter => ({
  where(text) {
    const matches = matchesWildcard(column(name), text);
    // Voicemails have no callee of their own, and stay.
    return name === "callee" ? sql<boolean>`(${column("type")} = 'voicemail' or ${matches})` : matches;
  },
});

export const conversations: ResourceHooks<"conversations"> = {
  rowsQuery: sql<Conversation>`(${sql.join([calls, voicemails, sms, faxes], sql` union all `)})`,
  ownerZones: zonesOfSubscribers,

  visibleTo: () => sql<boolean>`${column("is_listed")}`,

  filters: {
    customer_id: customerFilter,
    caller: numberFilter("caller"),
    callee: numberFilter("callee"),
    /** All kinds that the text names, with anything between. */
    type: { where: (text) => sql<boolean>`${column("type")} = ${anyOf(names.filter((kind) => text.includes(kind)))}` },
  },

  async afterRead(context, rows, records) {
    const ofCalls = rows.filter(({ type }) => type === "call");
    const sidesOfCalls = await seenCalls(context, ofCalls);
    const currencies = await currenciesOf(context, ofCalls);
    for (const [index, row] of rows.entries()) {
      const [record, side] = [records[index], sidesOfCalls.get(row)];
      if (!record) continue;
      record.duration = row.duration_seconds === null ? null : formatClock(row.duration_seconds);
      record.total_customer_cost = side?.total ?? null;
      record.currency = currencies.get(row) ?? null;
      if (side) Object.assign(record, shownOf(side));
    }
    await addNames(context, rows, records);
  },
};

async function seenCalls(
  context: ReadContext,
  ofCalls: readonly Conversation[],
): Promise<ReadonlyMap<Conversation, SeenSide>> {
  if (ofCalls.length === 0) return new Map();
  const callSides = await seeCalls(context, ofCalls);
  return new Map(callSides.flatMap((side, index) => (ofCalls[index] ? [[ofCalls[index], side]] : [])));
}

function shownOf({ direction, own, other, callId }: SeenSide): WireRecord {
  const [caller, callee] = direction === "out" ? [own, other] : [other, own];
  return { direction, caller, callee, call_id: callId };
}

/** Currencies of the billing profiles that rated the owner's side of calls. */
async function currenciesOf(
  { db }: ReadContext,
  ofCalls: readonly Conversation[],
): Promise<ReadonlyMap<Conversation, string>> {
  if (ofCalls.length === 0) return new Map();
  const idOf = ({ id }: Conversation) => recordIdOf(kinds, id);
  const result = await sql<{ id: number; source: string | null; destination: string | null }>`
    select call.id, sent.currency as source, received.currency as destination from calls as call
    left join billingfees as source_fee on source_fee.id = call.source_customer_billing_fee_id
    left join billingprofiles as sent on sent.id = source_fee.billing_profile_id
    left join billingfees as destination_fee on destination_fee.id = call.destination_customer_billing_fee_id
    left join billingprofiles as received on received.id = destination_fee.billing_profile_id
    where call.id = ${anyOf(ofCalls.map(idOf))}`.execute(db);
  const currencyById = new Map(result.rows.map((row) => [row.id, row]));
  return new Map(
    ofCalls.map((row) => {
      const { source = null, destination = null } = currencyById.get(idOf(row)) ?? {};
      return [row, (row.direction === "out" ? source : destination) ?? ""];
    }),
  );
}

/** Names of callers and callees in the phonebooks of the owner's side; text messages have none. */
async function addNames(context: ReadContext, rows: readonly Conversation[], records: WireRecord[]): Promise<void> {
  const sides = ["caller", "callee"] as const;
  const questions = rows.flatMap((row, index) =>
    sides.map((side): PhonebookQuestion => {
      const texts = [records[index]?.[side], row[side]].filter((text) => typeof text === "string");
      const { subscriber_id: subscriberId, customer_id: customerId, reseller_id: resellerId } = row;
      return { subscriberId, customerId, resellerId, numbers: row.type === "sms" ? [] : texts };
    }),
  );
  const names = await namesInPhonebooks(context, questions);
  for (const [index, record] of records.entries()) {
    for (const [position, side] of sides.entries()) {
      const entry = names[index * sides.length + position];
      record[`${side}_phonebook_id`] = entry?.id ?? null;
      record[`${side}_phonebook_name`] = entry?.name ?? null;
    }
  }
}

/** Numbers to look up in the phonebooks that a subscriber sees: the first with a name counts. */
interface PhonebookQuestion {
  readonly subscriberId: number | null;
  readonly customerId: number | null;
  readonly resellerId: number | null;
  readonly numbers: readonly string[];
}

interface PhonebookName {
  readonly id: number;
  readonly name: string;
}

interface NamedNumber extends PhonebookName {
  readonly number: string;
  readonly subscriber_id: number | null;
  readonly customer_id: number | null;
  readonly reseller_id: number | null;
  readonly shared: boolean | null;
}

/** Names of numbers in the phonebooks that a subscriber sees: its own, its customer's, its reseller's; pairwise. */
async function namesInPhonebooks(
  { db }: ReadContext,
  questions: readonly PhonebookQuestion[],
): Promise<readonly (PhonebookName | undefined)[]> {
  const numbers = new Set(questions.flatMap((question) => question.numbers));
  if (numbers.size === 0) return questions.map(() => undefined);
  const entries = await db
    .selectFrom("phonebookentries")
    .select(["id", "name", "number", "subscriber_id", "customer_id", "reseller_id", "shared"])
    .where("number", "=", anyOf(numbers))
    .orderBy("id")
    .execute();
  return questions.map((question) => {
    const fitting = entries.filter(({ number }) => question.numbers.includes(number));
    return books.map((isIn) => fitting.find((entry) => isIn(entry, question))).find((entry) => entry !== undefined);
  });
}

/** The phonebooks, nearest first. */
const books: readonly ((entry: NamedNumber, question: PhonebookQuestion) => boolean)[] = [
  ({ subscriber_id }, { subscriberId }) => subscriber_id !== null && subscriber_id === subscriberId,
  ({ subscriber_id, customer_id, shared }, { customerId }) =>
    customer_id !== null && customer_id === customerId && (subscriber_id === null || shared === true),
  ({ customer_id, reseller_id }, { resellerId }) => customer_id === null && reseller_id === resellerId,
];
