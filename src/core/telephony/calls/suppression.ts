import type { Stored } from "../../schema/stored.ts";
import { compileUserPattern } from "../../values/userPattern.ts";

/** A record of `calllistsuppressions`; without a domain, it is about calls of every domain. */
export type Suppression = Stored<"calllistsuppressions", "direction" | "pattern" | "mode" | "label"> & {
  readonly domain: string | null;
};

export interface SeenCall {
  readonly direction: "in" | "out";
  /** Domain of the side that sees it. */
  readonly domain: string | null;
  /** The other side's number: dialled, or the caller's. */
  readonly number: string | null;
}

/**
 * Finds calls that subscribers do not see (`filter`), or see with the label for the number (`obfuscate`). Of several
 * that match, the first one given counts; those that are disabled, or do not compile, match nothing.
 */
export class Suppressions {
  readonly #all: readonly (Suppression & { readonly compiled: RegExp })[];

  constructor(suppressions: readonly Suppression[]) {
    this.#all = suppressions.flatMap((suppression) => {
      const compiled = suppression.mode === "disabled" ? null : compileUserPattern(suppression.pattern);
      return compiled ? [{ ...suppression, compiled }] : [];
    });
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  find({ direction, domain, number }: SeenCall): Suppression | undefined {
    if (number === null) return undefined;
    const storedDirection = direction === "in" ? "incoming" : "outgoing";
    return this.#all.find(
      (entry) =>
        entry.direction === storedDirection &&
        (!entry.domain || entry.domain === domain) &&
        entry.compiled.test(number),
    );
  }
}
