import { OVERVIEW_DAYS } from "../../../core/api/overviewResponse.ts";
import type { PlainSchema } from "../../../core/schema/jsonSchema.ts";

const object = (properties: Record<string, PlainSchema>, keywords: PlainSchema = {}): PlainSchema => ({
  type: "object",
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
  ...keywords,
});
const count: PlainSchema = { type: "integer", minimum: 0 };
const text: PlainSchema = { type: "string" };

/** The answer of `GET /<resource>/{id}/overview`: see RecordOverview. */
export const overviewSchema: PlainSchema = {
  type: "object",
  description:
    "What the head of a record’s page tells. What the caller may not read, or the resource has not, is absent.",
  required: ["counts"],
  additionalProperties: false,
  properties: {
    counts: {
      type: "object",
      description:
        "How many records the tabs of the page list, by the tab’s path; without those that are not counted quickly.",
      additionalProperties: count,
    },
    subscribers: object(
      { used: count, max: { type: ["integer", "null"], minimum: 0 } },
      { description: "Subscribers that are not terminated, and how many there may be; null: any number." },
    ),
    balance: object(
      { cash: { type: "number" }, currency: { type: ["string", "null"] } },
      { description: "In units of the currency." },
    ),
    calls: object(
      {
        to: { type: "string", format: "date-time" },
        buckets: {
          type: "array",
          items: object({
            start: { type: "string", format: "date-time" },
            answered: count,
            unanswered: count,
            duration: { ...count, description: "Seconds." },
            costs: {
              type: "object",
              description: "Cents that customers pay, by currency.",
              additionalProperties: { type: "number" },
            },
          }),
        },
      },
      { description: `Calls of ${OVERVIEW_DAYS} days, per day of the zone; "to" is where the last day ends.` },
    ),
    changes: {
      type: "array",
      description: "The last changes of the record, newest first, without values.",
      items: object({
        id: { type: "integer" },
        operation: text,
        timestamp: text,
        username: { type: ["string", "null"] },
      }),
    },
  },
};
