import { anyOf } from "../db/statements.ts";
import type { Reading } from "../entityHooks.ts";

/** Whose phonebooks are asked for which numbers, the first known of them. */
export interface PhonebookQuestion {
  readonly subscriberId: number | null;
  readonly customerId: number | null;
  readonly resellerId: number | null;
  readonly numbers: readonly string[];
}

export interface PhonebookName {
  readonly id: number;
  readonly name: string;
}

interface Entry extends PhonebookName {
  readonly number: string;
  readonly subscriber_id: number | null;
  readonly customer_id: number | null;
  readonly reseller_id: number | null;
  readonly shared: boolean | null;
}

/** Names of numbers in the phonebooks that a subscriber sees: its own, its customer's, its reseller's; pairwise. */
export async function namesInPhonebooks(
  { db }: Reading,
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
const books: readonly ((entry: Entry, question: PhonebookQuestion) => boolean)[] = [
  ({ subscriber_id }, { subscriberId }) => subscriber_id !== null && subscriber_id === subscriberId,
  ({ subscriber_id, customer_id, shared }, { customerId }) =>
    customer_id !== null && customer_id === customerId && (subscriber_id === null || shared === true),
  ({ customer_id, reseller_id }, { resellerId }) => customer_id === null && reseller_id === resellerId,
];
