import { code, looseTable } from "../../codegen/emit/markdown.ts";
import { errorCodes, errorEntry } from "../../src/core/errorCatalogue.ts";
import type { TextsByKey } from "../messages/texts.ts";
import { elsewhere } from "./elsewhere.ts";
import { type SpecMessage, specBehaviours, specMessages, specRules } from "./specification.ts";

const own = "tests/errors/provocations.ts";

/** docs/errors.md: every refusal with its test, and what became of each message of the specification. */
export function buildDocument(english: TextsByKey): string {
  const places: Readonly<Record<string, readonly [string, string?]>> = elsewhere;
  const codes = errorCodes.map((name) => {
    const { status, key } = errorEntry(name);
    const text = english.get(key) ?? "";
    return [code(name), status === 0 ? "none" : String(status), text, code(places[name]?.[0] ?? own)];
  });
  const behaviours = specBehaviours.map(([behaviour, file, title]) => [behaviour, `${code(file)}: “${title}”`]);
  return [
    "# Errors",
    "",
    "Made by a test from `src/core/errorCatalogue.ts`, `i18n/en` and `tests/errors`; to write it anew after a change:",
    "`npx vitest run -u --project contract tests/errors`.",
    "",
    "A refusal is JSON with `code` (the HTTP status), `message` (a sentence), `key` and `params` (for clients with",
    "texts of their own) and, for 422, `errors`: pointer, rule, params and key of each faulty field.",
    "",
    "## Codes",
    "",
    "“None” is the status of what only a client meets: there was no answer, or none that can be read.",
    "",
    looseTable(["Code", "Status", "Text", "Provoked by"], codes),
    "",
    "## Messages of the specification and ours",
    "",
    looseTable(["Specification", "Keys of our texts"], withText(specMessages)),
    "",
    "## Messages without a cause here",
    "",
    looseTable(["Specification", "Why"], without(specMessages)),
    "",
    "## Rules of the specification and ours",
    "",
    "Each rule with its fields, bounds and examples is in [rules.md](rules.md).",
    "",
    looseTable(["Specification", "Keys of our texts"], withText(specRules)),
    "",
    looseTable(["Specification", "Why there is none"], without(specRules)),
    "",
    "## Behaviour",
    "",
    looseTable(["Specification", "Test"], behaviours),
    "",
  ].join("\n");
}

function withText(messages: readonly SpecMessage[]): string[][] {
  return messages.flatMap(([message, ours]) => ("keys" in ours ? [[message, ours.keys.map(code).join(", ")]] : []));
}

function without(messages: readonly SpecMessage[]): string[][] {
  return messages.flatMap(([message, ours]) => ("reason" in ours ? [[message, ours.reason]] : []));
}
