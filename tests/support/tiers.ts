import { it } from "vitest";

/** `npm run test:all` runs everything where `npm test` takes a covering part. */
export const isAll = process.env.TEST_ALL === "1";

/**
 * `it` of a case that only `npm run test:all` runs: one that takes seconds, and whose code others run through every day (a
 * further currency, a further kind of conflict).
 */
export const itRarely = it.runIf(isAll);

/** The first of cases that run the same code with other values; all of them with `npm run test:all`. */
export const firstUnlessAll = <Case>(cases: readonly Case[]): readonly Case[] => (isAll ? cases : cases.slice(0, 1));
