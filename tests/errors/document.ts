import { errorCodes, errorEntry } from "../../src/core/errorCatalogue.ts";
import { elsewhere } from "./elsewhere.ts";
import { specBehaviours, specMessages } from "./specification.ts";
import { englishText } from "./texts.ts";

const own = "tests/errors/provocations.ts";

/** docs/errors.md: every refusal with its test, and what became of each message of the specification. */
export function buildDocument(): string {
  const places: Readonly<Record<string, readonly [string, string?]>> = elsewhere;
  const codes = errorCodes.map((code) => {
    const { status, key } = errorEntry(code);
    return [`\`${code}\``, status === 0 ? "none" : String(status), englishText(key), `\`${places[code]?.[0] ?? own}\``];
  });
  const withText = specMessages.flatMap(([message, ours]) =>
    "keys" in ours ? [[message, ours.keys.map((key) => `\`${key}\``).join(", ")]] : [],
  );
  const without = specMessages.flatMap(([message, ours]) => ("reason" in ours ? [[message, ours.reason]] : []));
  const behaviours = specBehaviours.map(([behaviour, file, title]) => [behaviour, `\`${file}\`: “${title}”`]);
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
    ...table(["Code", "Status", "Text", "Provoked by"], codes),
    "",
    "## Messages of the specification and ours",
    "",
    ...table(["Specification", "Keys of our texts"], withText),
    "",
    "## Messages without a cause here",
    "",
    ...table(["Specification", "Why"], without),
    "",
    "## Behaviour",
    "",
    ...table(["Specification", "Test"], behaviours),
    "",
  ].join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}
