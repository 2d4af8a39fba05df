import { describe, expect, it } from "vitest";
import { itRarely } from "../../../tests/support/tiers.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { type Asker, asAsker, currentAsker, MAX_REQUEST_MS } from "./asker.ts";
import { evaluate, evaluateBefore, retryWithAnswers } from "./evaluate.ts";
import { FairQueue } from "./fairQueue.ts";

const endless = { rules: [{ id: 1, match_pattern: "^(4+)+$", replace_pattern: "x" }], variables: {} };
const slow = { ...endless, numbers: [`${"4".repeat(60)}5`] };
const quick = { ...endless, numbers: ["44"] };
const question = { pointer: "/numbers" };

const refusal = (rule: string) =>
  expect.objectContaining({
    fieldErrors: [expect.objectContaining({ pointer: "/numbers", key: `rules.business.${rule}` })],
  });

describe("an evaluation", () => {
  it("is ended when it takes too long, and the next one is served", async () => {
    const ask = () => asAsker({ budget: { left: 100 } }, () => evaluate("rewriteNumbers", slow, question));
    await expect(ask()).rejects.toEqual(refusal("evaluationTooLong"));
    expect(await evaluate("rewriteNumbers", quick, question)).toEqual(["x"]);
  });

  it("shares the time of its request with others", async () => {
    const budget = { left: 100 };
    const ask = () => asAsker({ budget }, () => evaluate("rewriteNumbers", slow, question));
    await expect(ask()).rejects.toThrow();
    expect(budget.left).toBeLessThanOrEqual(0);
  });

  it("ends when nobody waits for it any more", async () => {
    const isLeaving = new AbortController();
    const left = new PlatformError("stopped");
    const asked = asAsker({ signal: isLeaving.signal, budget: { left: 60_000 } }, () =>
      evaluate("rewriteNumbers", slow, question),
    );
    isLeaving.abort(left);
    await expect(asked).rejects.toBe(left);
  });

  itRarely("is served by another thread where that of an evaluation that was left ends under it", async () => {
    // Left when it is about to answer: only some of many fall into the moment.
    const leave = (delay: number) => {
      const isLeaving = new AbortController();
      setTimeout(() => isLeaving.abort(new PlatformError("stopped")), delay);
      return asAsker({ account: `leaves ${delay}`, signal: isLeaving.signal }, () =>
        evaluate("rewriteNumbers", quick, question).catch(() => undefined),
      );
    };
    const stay = (account: string) => asAsker({ account }, () => evaluate("rewriteNumbers", quick, question));
    for (let round = 0; round < 40; round++) {
      const left = [0, 1, 2, 3].map((delay) => leave(delay + (round % 5)));
      const stayed = await Promise.all(["a", "b", "c", "d"].map(stay));
      expect(stayed).toEqual([["x"], ["x"], ["x"], ["x"]]);
      await Promise.all(left);
    }
  });

  it("makes the signal of its request only where it needs it", () => {
    let made = 0;
    const sender = {
      get signal() {
        made++;
        return AbortSignal.timeout(60_000);
      },
    };
    const within = (asker: Partial<Asker>) => asAsker(sender, () => asAsker(asker, currentAsker));
    expect(within({ account: "one" })).toMatchObject({ account: "one", budget: { left: MAX_REQUEST_MS } });
    expect(made).toBe(0);
    expect(within({}).signal?.aborted).toBe(false);
    expect(made).toBe(1);
    expect(within({ signal: AbortSignal.abort() }).signal?.aborted).toBe(true);
  });

  it("of a check comes before the transaction, which begins again", async () => {
    let begun = 0;
    const found = await retryWithAnswers(async () => {
      begun++;
      const one = await evaluateBefore("rewriteNumbers", quick, question);
      const other = await evaluateBefore("rewriteNumbers", { ...quick, numbers: ["5"] }, question);
      return [...one, ...other];
    });
    expect([found, begun]).toEqual([["x", "5"], 3]);
    const refused = retryWithAnswers(() =>
      asAsker({ budget: { left: 50 } }, () => evaluateBefore("rewriteNumbers", slow, question)),
    );
    await expect(refused).rejects.toEqual(refusal("evaluationTooLong"));
  });
});

describe("accounts", () => {
  const began: string[] = [];
  const take = (queue: FairQueue, account: string, isLong = false) =>
    queue.take({ account, isLong }).then((end) => {
      began.push(account);
      return end;
    });

  it("take turns, however much one of them asks for", async () => {
    began.length = 0;
    const queue = new FairQueue(1);
    const turns = ["a", "a", "a", "b", "c"].map((account) => take(queue, account));
    for (const turn of [0, 3, 4, 1, 2]) (await turns[turn])?.();
    expect(began).toEqual(["a", "b", "c", "a", "a"]);
  });

  it("have one turn at a time, and long work leaves a place for others", async () => {
    began.length = 0;
    const queue = new FairQueue(2);
    const [first, second, long] = [take(queue, "a"), take(queue, "a"), take(queue, "b", true)];
    const end = await first;
    (await take(queue, "c"))();
    expect(began).toEqual(["a", "c"]);
    end?.();
    await Promise.all([second, long]);
    expect(began).toEqual(["a", "c", "b", "a"]);
  });

  it("that have too much waiting are refused with a time to wait", async () => {
    const queue = new FairQueue(1);
    await take(queue, "a");
    const isLeaving = new AbortController();
    const waiting = queue.take({ account: "a", isLong: false, mostWaiting: 1, signal: isLeaving.signal });
    const refused = queue.take({ account: "a", isLong: false, mostWaiting: 1 });
    await expect(refused).rejects.toMatchObject({
      status: 429,
      key: "errors.too_many_evaluations",
      params: { most: 1, retry_after: 5 },
    });
    isLeaving.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
  });
});
