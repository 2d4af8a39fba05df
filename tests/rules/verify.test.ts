import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { propertySeed } from "../../scripts/rules/verify/arbitrary.ts";
import { allCases, bookedResources, moduleOf, rulesOf } from "../../scripts/rules/verify/book.ts";
import { openEmbedded } from "../../scripts/rules/verify/embedded.ts";
import { openForeign } from "../../scripts/rules/verify/foreignClient.ts";
import type { Outcome } from "../../scripts/rules/verify/outcome.ts";
import { discrepanciesIn, discrepancyText, summaryLine } from "../../scripts/rules/verify/totals.ts";
import {
  isSendable,
  verifyByApi,
  verifyByMadeRecords,
  verifyByValidator,
  verifyForeign,
} from "../../scripts/rules/verify/verify.ts";
import { businessRules } from "../../src/core/businessRules.ts";
import type { ResourceDescriptor } from "../../src/core/descriptor.ts";
import { businessBook, withoutCause } from "../../src/core/rulebook/businessBook.ts";
import { accountOf } from "../support/accounts.ts";
import { startLaxServer } from "../support/laxServer.ts";

const names = await bookedResources();
const cases = await allCases(names);
const rules = (await Promise.all(names.map(rulesOf))).flat();
const plan = { cases, seed: 1 };
/** Made records a form. */
const MADE = 20;

describe("the rule book", () => {
  it("has a value that keeps and one that breaks every rule, but for what only other records or the past can break", () => {
    const without = (expects: "accepted" | "refused") =>
      rules.filter((rule) => !cases.some((entry) => entry.rule === rule && entry.expects === expects));
    expect(without("accepted")).toEqual([]);
    // Nor is a file of more than a megabyte an example.
    const others = ["rules.business.fixed", "rules.file.size"];
    expect(without("refused").filter(({ rule, key }) => rule !== "unique" && !others.includes(key))).toEqual([]);
  });

  it("accepts every value of each list of choices and refuses another", () => {
    for (const rule of rules.filter(({ rule: name }) => name === "enum")) {
      expect(rule.valid, rule.pointer).toEqual(rule.params.allowedValues);
      expect(rule.invalid.length, rule.pointer).toBeGreaterThan(0);
    }
  });

  it("names every rule about other records once, or says that nothing breaks it", () => {
    const booked = new Set(businessBook.map(({ rule }) => rule));
    expect([...booked, ...withoutCause, "fixed"].sort()).toEqual([...businessRules].sort());
  });
});

/** Sets bring their rules along, and a subscriber's first header rule its set. */
const BROUGHT_ALONG = ["rewriterules", "headerrulesets", "headerrules", "headerruleconditions", "headerruleactions"];

/** Whether each record answers a request of its own, so that nothing but a refused one is unaccounted for. */
function isMadeByRequest({ name, operations, settingsOf }: ResourceDescriptor): boolean {
  return operations.includes("create") && settingsOf === undefined && !BROUGHT_ALONG.includes(name);
}

describe("every case of the rule book", () => {
  it("is judged by the validator as the book says", async () => {
    const outcomes = await verifyByValidator(plan);
    report(outcomes, "validator");
  });

  describe("over the API", () => {
    let platform: Awaited<ReturnType<typeof openEmbedded>>;
    beforeAll(async () => {
      platform = await openEmbedded();
    }, 120_000);
    afterAll(() => platform?.close());

    it("is judged by the platform as the book says", async () => {
      const counted = names.filter((name) => isMadeByRequest(moduleOf(name).descriptor));
      const before = await Promise.all(counted.map(platform.unaccounted));
      const outcomes = await verifyByApi(plan, platform);
      report(outcomes, "api");
      // Nothing of what was refused is stored.
      const after = await Promise.all(counted.map(platform.unaccounted));
      expect(counted.filter((_, index) => (after[index] ?? 0) > (before[index] ?? 0))).toEqual([]);
    }, 300_000);

    it("is refused over a real address, where only what must be refused is sent", async () => {
      const { login, password } = accountOf("superuserMaster");
      const requests = await openForeign(await platform.listen(), { user: login, password });
      const few = cases.filter(({ rule }) => ["domains", "vouchers"].includes(rule.resource));
      const outcomes = await verifyForeign({ cases: few, seed: 1 }, requests);
      expect(discrepanciesIn(outcomes).map(discrepancyText)).toEqual([]);
      expect(outcomes.filter(({ verdict }) => verdict === "refused").length).toBeGreaterThan(50);
    });

    it("is judged as the shared check judges it, whatever is made near a valid record", async () => {
      const outcomes = await verifyByMadeRecords(names, MADE, platform);
      console.log(`rule book: ${summaryLine("made", outcomes)}, seed ${propertySeed}`);
      expect(discrepanciesIn(outcomes).map(discrepancyText)).toEqual([]);
      const sent = names.filter((name) => isSendable(moduleOf(name).descriptor));
      expect(outcomes).toHaveLength(MADE * sent.length);
    }, 120_000);
  });
});

it("names what a laxer platform has stored, and takes it away again", async () => {
  const lax = await startLaxServer(["domains"]);
  const requests = await openForeign(lax.url, { token: "any" });
  const few = cases.filter(({ rule }) => ["domains", "peeringgroups"].includes(rule.resource));
  const outcomes = await verifyForeign({ cases: few, seed: 1 }, requests);
  lax.close();
  const laxer = discrepanciesIn(outcomes);
  expect(new Set(laxer.map(({ resource }) => resource))).toEqual(new Set(["domains"]));
  expect(laxer[0]?.got).toBe("laxer: stored with id 70, deleted again");
  expect(lax.written.filter((line) => line.startsWith("DELETE"))).toHaveLength(laxer.length);
});

function report(outcomes: readonly Outcome[], part: "validator" | "api"): void {
  console.log(`rule book: ${names.length} resources, ${rules.length} rules; ${summaryLine(part, outcomes)}`);
  expect(discrepanciesIn(outcomes).map(discrepancyText)).toEqual([]);
}
