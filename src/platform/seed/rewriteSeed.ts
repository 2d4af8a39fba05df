import type { Draft } from "./draft.ts";
import type { Market } from "./markets.ts";

type Field = "caller" | "callee";

interface Rule {
  readonly match: string;
  readonly replace: string;
  readonly description: string;
}

/** International and national dialling prefixes of a country. */
const dialling: Readonly<Record<string, { readonly international: string; readonly national: string }>> = {
  GB: { international: "00", national: "0" },
  DE: { international: "00", national: "0" },
  US: { international: "011", national: "1" },
};

/**
 * Rules that rewrite dialled numbers to international ones, and these to the format of peers. The proxy replaces
 * `${caller_cc}` and `${caller_ac}` by the codes of the caller.
 */
export function addRewriteRules(draft: Draft, resellerId: number, { country }: Market): number {
  const set = draft.add("rewriterulesets", {
    reseller_id: resellerId,
    name: `${country.toLowerCase()}_e164`,
    description: "Dialled numbers to E.164 and back",
  });
  for (const field of ["callee", "caller"] as const) {
    addRules(draft, { resellerId, set, direction: "in", field }, inbound(country));
    addRules(draft, { resellerId, set, direction: "out", field }, outbound);
  }
  return set;
}

function inbound(country: string): Rule[] {
  const { international, national } = dialling[country] ?? { international: "00", national: "0" };
  const toNational = national === "1" ? "1\\1" : `${variable("caller_cc")}\\1`;
  return [
    { match: "^\\+([1-9]\\d+)$", replace: "\\1", description: "International with plus" },
    { match: `^${international}([1-9]\\d+)$`, replace: "\\1", description: `International with ${international}` },
    { match: `^${national}([1-9]\\d{6,})$`, replace: toNational, description: `National with ${national}` },
    {
      match: "^([2-9]\\d{4,7})$",
      replace: `${variable("caller_cc")}${variable("caller_ac")}\\1`,
      description: "Local number",
    },
  ];
}

/** A placeholder for the proxy, not for a template literal. */
function variable(name: string): string {
  return `\${${name}}`;
}

const outbound: readonly Rule[] = [
  { match: "^([1-9]\\d{6,14})$", replace: "+\\1", description: "International with plus for peers" },
];

function addRules(
  draft: Draft,
  place: { readonly resellerId: number; readonly set: number; readonly direction: "in" | "out"; readonly field: Field },
  rules: readonly Rule[],
): void {
  for (const [index, rule] of rules.entries()) {
    draft.add("rewriterules", {
      reseller_id: place.resellerId,
      set_id: place.set,
      match_pattern: rule.match,
      replace_pattern: rule.replace,
      description: rule.description,
      direction: place.direction,
      field: place.field,
      priority: (index + 1) * 10,
      enabled: true,
    });
  }
}
