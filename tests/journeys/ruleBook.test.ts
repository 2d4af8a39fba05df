import { expect, it } from "vitest";
import { allCases, bookedResources } from "../../scripts/rules/verify/book.ts";
import { failureText } from "../../scripts/rules/verify/failure.ts";
import { verifyByForm } from "../../scripts/rules/verify/formRun.ts";
import { discrepanciesIn, summaryLine } from "../../scripts/rules/verify/totals.ts";
import { chosenCases } from "../../scripts/rules/verify/verify.ts";

/** Number of cases, from forms that open without setup; `npm run rules -- verify` covers all. */
const SAMPLE = 40;
const EXCLUDED = ["subscribers", "subscriberprofiles", "resellerbrandings"];

/** One for each way to enter a value that the sample may leave out. */
const WAYS = [
  "billingprofiles/reseller_id:type:accepts-a-valid-record",
  "billingprofiles/reseller_id:minimum:refuses-1-below",
  "billingprofiles/reseller_id:required:refuses-nothing",
  "billingprofiles/reseller_id:fixed:accepts-a-valid-record",
  "billingprofiles/name:format-text:refuses-a%00b",
  "billingprofiles/fraud_interval_notify:format-email-list-comma:accepts-ada%40example.org%2Cbob%40example.org",
  "billingprofiles/fraud_interval_notify:format-email-list-comma:refuses-ada%40example.org%2Cbob",
  "billingprofiles/peaktime_weekdays/0/weekday:enum:refuses-7",
  "cftimesets/times:minItems:accepts-1-more",
  "cftimesets/times:minItems:refuses-1-fewer",
  "cftimesets/times/0/wday:format-weekday-range:accepts-2-6",
  "cftimesets/times/0/wday:format-weekday-range:refuses-2-8",
  "cftimesets/times/0:minProperties:refuses-%7B%7D",
];

it("the forms show the messages of the rule book, for a sample of its cases and each way to enter a value", async () => {
  const names = bookedResources().filter((name) => !EXCLUDED.includes(name));
  const all = allCases(names);
  const cases = [...chosenCases({ cases: all, sample: SAMPLE, seed: 1 }), ...all.filter(({ id }) => WAYS.includes(id))];
  const plan = { cases, seed: 1, wanted: new Set(cases.map(({ id }) => id)) };
  const outcomes = await verifyByForm(plan, { language: "en", jobs: 2 });
  console.log(`rule book: ${summaryLine("form", outcomes)}`);
  expect(discrepanciesIn(outcomes).map(failureText)).toEqual([]);
  const tried = outcomes.filter(({ verdict }) => verdict === "accepted" || verdict === "refused");
  expect(WAYS.filter((id) => !tried.some((outcome) => outcome.id === id))).toEqual([]);
  expect(tried.filter(({ verdict }) => verdict === "refused").length).toBeGreaterThan(15);
});
