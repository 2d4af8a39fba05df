import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  allCases,
  bookedPreferences,
  bookedResources,
  bookRulesOf,
  businessBook,
  moduleOf,
} from "../../scripts/rules/verify/book.ts";
import { openEmbedded } from "../../scripts/rules/verify/embedded.ts";
import { propertySeed } from "../../scripts/rules/verify/generatedRecords.ts";
import { discrepanciesIn, type Outcome, summaryLine } from "../../scripts/rules/verify/outcome.ts";
import { ofReference, openRemote } from "../../scripts/rules/verify/remotePart.ts";
import { failureText } from "../../scripts/rules/verify/report.ts";
import type { Reply, Requests } from "../../scripts/rules/verify/requests.ts";
import {
  isSendable,
  verifyByApi,
  verifyByGeneratedRecords,
  verifyByValidator,
  verifyRemote,
} from "../../scripts/rules/verify/verify.ts";
import { ruleIdOf } from "../../src/core/rulebook/caseIds.ts";
import type { RuleCase } from "../../src/core/rulebook/cases.ts";
import type { Json, ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { declarableRules } from "../../src/core/validation/businessRules.ts";
import { fieldAtPointer } from "../../src/core/validation/errors.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { accountOf } from "../support/accounts.ts";
import { firstOfEach } from "../support/covering.ts";
import { startLaxServer } from "../support/laxServer.ts";
import { isAll } from "../support/tiers.ts";

const names = [...bookedResources(), ...bookedPreferences()];
const cases = allCases(names);
const rules = names.flatMap(bookRulesOf);
/** Generated records per form; the command makes 20 times as many. */
const GENERATED_RECORDS = 10;

/**
 * The cases to send over the API. The server refuses by the validator, which all cases have gone through here, so two of a
 * rule show that it does: a value accepted and one refused, under each condition. What it does by itself is to read what
 * programs send, to store it, and to keep the rules that only it knows: each value of a rule for each kind of field, all choices,
 * which hooks go by, and all cases of its own rules.
 */
function casesToSend(): ReadonlySet<RuleCase> {
  const ofRule = firstOfEach<RuleCase>(({ rule, expects }) => JSON.stringify([ruleIdOf(rule), rule.when, expects]));
  const ofKind = firstOfEach<RuleCase>(({ rule, expects, value }) => {
    const field = fieldAtPointer(moduleOf(rule.resource).descriptor.fields, rule.pointer);
    return JSON.stringify([rule.rule, expects, value, field?.kind, field?.format, field?.enum !== undefined]);
  });
  const ofServer = cases.filter(({ rule }) => rule.side === "server");
  const choices = cases.filter(({ rule, expects }) => rule.rule === "enum" && expects === "accepted");
  return new Set([...ofRule(cases), ...ofKind(cases), ...ofServer, ...choices]);
}

describe("the rule book", () => {
  it("has a valid and an invalid value for every rule, except for rules that depend on other records or the past", () => {
    const without = (expects: "accepted" | "refused") =>
      rules.filter((rule) => !cases.some((entry) => entry.rule === rule && entry.expects === expects));
    expect(without("accepted")).toEqual([]);
    // Files of more than a megabyte are too large for examples, and of some statuses every other one may follow.
    const others = ["rules.business.fixed", "rules.file.size", "rules.transition.change"];
    expect(
      without("refused").filter(({ rule, key }) => !/^unique(Together)?$/.test(rule) && !others.includes(key)),
    ).toEqual([]);
  });

  it("accepts every enum value and rejects another one", () => {
    for (const rule of rules.filter(({ rule: name }) => name === "enum")) {
      const { statusTransitions } = resources[rule.resource]?.descriptor ?? {};
      // A new record begins with some of the values of a status with transitions; others have rules of their own.
      const isStatus = rule.pointer === `/${statusTransitions?.field}`;
      const begins = (value: Json) =>
        statusTransitions?.allowed.some(({ from, to }) => from.includes(null) && to.some((one) => one === value));
      const { allowedValues } = rule.params;
      expect(rule.valid, rule.pointer).toEqual(
        isStatus && Array.isArray(allowedValues) ? allowedValues.filter(begins) : allowedValues,
      );
      expect(rule.invalid.length, rule.pointer).toBeGreaterThan(0);
    }
  });

  it("has every business rule", () => {
    if (process.env.RESOURCES) return;
    const booked = names.flatMap(businessBook).map(({ rule }) => rule);
    // Named by the specification, but always preceded by `required`.
    expect(new Set([...booked, "pilotNumberNeeded"])).toEqual(new Set(declarableRules));
  });
});

/**
 * Created along with others: rules and default sounds of sets, the set of a subscriber's first header rule, and a new
 * reseller's email templates, and the vouchers of a batch.
 */
const CREATED_IMPLICITLY = [
  "rewriterules",
  "headerrulesets",
  "headerrules",
  "headerruleconditions",
  "headerruleactions",
  "soundfiles",
  "emailtemplates",
  "vouchers",
];

/** Whether every record of the resource is created by its own request, so that the records can be counted. */
function isCreatedByRequest({ name, operations, settingsOf, api }: ResourceDescriptor): boolean {
  const isCreated = operations.includes("create") && !api.actionOnly && settingsOf === undefined;
  return isCreated && !CREATED_IMPLICITLY.includes(name);
}

describe("every case of the rule book", () => {
  it("has the expected result in the validator", () => {
    report(verifyByValidator(cases), "validator");
  });

  describe.runIf(isAll)("over the API", () => {
    let platform: Awaited<ReturnType<typeof openEmbedded>>;
    beforeAll(async () => {
      platform = await openEmbedded();
    });
    afterAll(() => platform?.close());

    it("has the expected result in the API", async () => {
      const sent = casesToSend();
      const counted = names.filter((name) => isCreatedByRequest(moduleOf(name).descriptor));
      const before = await Promise.all(counted.map(platform.unaccounted));
      report(await verifyByApi([...sent], platform), "api");
      // Rejected records must not be stored.
      const after = await Promise.all(counted.map(platform.unaccounted));
      expect(counted.filter((_, index) => (after[index] ?? 0) > (before[index] ?? 0))).toEqual([]);
    });

    it("has the expected result over HTTP, on a platform that is told nothing else", async () => {
      const { login, password } = accountOf("superuserMaster");
      const url = await platform.listen();
      await expect(openRemote(url, { user: login, password: "wrong" })).rejects.toThrow(
        `${url} refuses the login as ${login} (403): check RULES_USER and RULES_PASSWORD.`,
      );
      await expect(openRemote(url, { token: "none" })).rejects.toThrow(`${url} refuses the login (401)`);
      const requests = await openRemote(url, { user: login, password });
      const outcomes = await verifyRemote(allCases(["domains", "vouchers"]), requests);
      expect(outcomes.filter(({ verdict }) => verdict === "accepted").length).toBeGreaterThan(10);
      expect(discrepanciesIn(outcomes).map(failureText)).toEqual([]);
      expect(outcomes.filter(({ verdict }) => verdict === "refused").length).toBeGreaterThan(50);
    });

    it("accepts records generated from the rule book", async () => {
      const outcomes = await verifyByGeneratedRecords(names, GENERATED_RECORDS, platform);
      console.log(`rule book: ${summaryLine("generated", outcomes)}, seed ${propertySeed}`);
      expect(discrepanciesIn(outcomes).map(failureText)).toEqual([]);
      const sent = names.filter((name) => isSendable(moduleOf(name).descriptor));
      expect(outcomes).toHaveLength(GENERATED_RECORDS * sent.length);
      // Records that other ones keep out prove nothing.
      expect(outcomes.filter(({ verdict }) => verdict === "accepted").length).toBeGreaterThan(outcomes.length / 2);
    });
  });
});

const lostToAll = ["required", "reference"];
const lostOfOurs = ["format domain-or-ip", "format text", "maxLength", "minimum", "maximum", "type"];

it.each([
  ["of another kind", [], lostToAll, lostOfOurs],
  ["of our kind", ["etag"], [...lostToAll, ...lostOfOurs], []],
])("reports and deletes records that a laxer platform %s stores", async (_, extensions, lost, ours) => {
  const lax = await startLaxServer(["domains"], extensions);
  const requests = await openRemote(lax.url, { token: "any" });
  const invalid = allCases(["domains", "peeringgroups"]).filter(({ expects }) => expects === "refused");
  const outcomes = await verifyRemote(invalid, requests);
  lax.close();
  const laxer = outcomes.filter(({ got }) => got.startsWith("laxer"));
  expect(new Set(laxer.map(({ resource }) => resource))).toEqual(new Set(["domains"]));
  expect(laxer[0]?.got).toBe("laxer: stored with id 70, deleted again");
  expect(lax.written.filter((line) => line.startsWith("DELETE"))).toHaveLength(laxer.length);
  // Faults of a foreign platform are the rules of its own kind alone.
  expect(new Set(discrepanciesIn(outcomes).map(({ rule }) => rule))).toEqual(new Set(lost));
  expect(new Set(laxer.flatMap(({ verdict, rule }) => (verdict === "ours" ? rule : [])))).toEqual(new Set(ours));
});

it.skipIf(process.env.RESOURCES)("names rules of platforms of version 1 that the book has", () => {
  const known = new Set(rules.map(ruleIdOf));
  expect([...ofReference].filter((id) => !known.has(id))).toEqual([]);
});

it("reports what a stricter platform refuses", async () => {
  const requests: Requests = {
    request: async (method): Promise<Reply> => {
      if (method === "GET") return { status: 200, text: "", body: { _embedded: { "ngcp:resellers": [{ id: 5 }] } } };
      const message = "Validation failed. field='domain', input='sip.example', errors='reserved'";
      return { status: 422, text: "", body: { code: 422, message } };
    },
  };
  const valid = allCases(["domains"]).filter(({ expects }) => expects === "accepted");
  const outcomes = await verifyRemote(valid, requests);
  const refuted = discrepanciesIn(outcomes);
  expect(new Set(refuted.map(({ pointer }) => pointer))).toEqual(new Set(["/domain"]));
  expect(refuted[0]?.got).toMatch(/^stricter: 422: Validation failed/);
  expect(outcomes.filter(({ pointer }) => pointer === "/reseller_id").map(({ verdict }) => verdict)).toContain(
    "overruled",
  );
});

it("says in a line what is wrong with the address of a platform", async () => {
  const lax = await startLaxServer([]);
  const said = (url: string, token?: string) =>
    openRemote(url, token ? { token } : { user: "ada", password: "secret" }).catch(({ message }: Error) => message);
  expect(await said("voice")).toBe("voice is not an address: write one as https://voice.example.org");
  expect(await said(lax.url)).toBe(`${lax.url} answers (422), but not as an API of version 1: check the address.`);
  expect(await said(lax.url.replace("http", "https"), "any")).toMatch(/cannot be reached|not trusted/);
  lax.close();
  const nobody = lax.url.replace("127.0.0.1", "127.0.0.2");
  expect(await said(nobody, "any")).toBe(`${nobody} cannot be reached (ECONNREFUSED).`);
});

function report(outcomes: readonly Outcome[], part: "validator" | "api"): void {
  console.log(`rule book: ${names.length} resources, ${rules.length} rules; ${summaryLine(part, outcomes)}`);
  expect(discrepanciesIn(outcomes).map(failureText)).toEqual([]);
}
