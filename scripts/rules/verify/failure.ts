import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { placedRuleId, ruleIdOf } from "../../../src/core/rulebook/caseIds.ts";
import { formTexts } from "../formTexts.ts";
import { bookedResources, rulesOf } from "./book.ts";
import { discrepanciesIn, idOf, type Outcome, type Part } from "./outcome.ts";
import { curlLine, quoted } from "./requests.ts";

/** What somebody needs to know of a refuted case, as terms and texts. */
export function failureFacts(outcome: Outcome): (readonly [term: string, text: string])[] {
  const { resource, pointer, value, got, where, sent, screenshot } = outcome;
  const label = pointer === "" ? "" : `${formTexts(resource, "en").label(pointer)} (${pointer})`;
  return [
    ["case", idOf(outcome)],
    ...(label === "" ? [] : [["field", label] as const]),
    ["value", value],
    ["expected", expectedByBook(outcome)],
    ["got", got],
    ["where", where],
    ...(sent ? [["request", curlLine(sent)] as const] : []),
    ...(screenshot ? [["picture", screenshot] as const] : []),
    ["again", rerunCommand(outcome)],
  ];
}

/** The expected result with the message of the book's rule, whatever the validator says. */
function expectedByBook(outcome: Outcome): string {
  const { resource, expected } = outcome;
  if (!bookedResources().includes(resource)) return expected;
  const [id] = outcome.covers ?? [placedRuleId(outcome)];
  const rule = expected.startsWith("refused") ? rulesOf(resource).find((one) => ruleIdOf(one) === id) : undefined;
  return rule ? `${expected}, "${formTexts(resource, "en").message(rule)}"` : expected;
}

/** A command that runs this case alone. */
function rerunCommand(outcome: Outcome): string {
  const { part, resource } = outcome;
  return `npm run rules -- verify --only ${part} --resource ${resource} --case ${quoted(idOf(outcome))}`;
}

/** A refuted case for the console. */
export function failureText(outcome: Outcome): string {
  const facts = failureFacts(outcome).map(([term, text]) => `  ${term.padEnd(8)} ${text}`);
  return [`${outcome.part}: ${outcome.name}`, ...facts].join("\n");
}

/** A refuted case of the last run. */
export interface Failed {
  readonly part: Part;
  readonly resource: string;
  readonly id: string;
}

const FAILED = "failed.json";

/** The refuted cases of the last run in this folder; undefined if there was none. */
export function lastFailed(folder: string): readonly Failed[] | undefined {
  const file = join(folder, FAILED);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Failed[]) : undefined;
}

export async function saveFailed(folder: string, outcomes: readonly Outcome[]): Promise<void> {
  const failed = discrepanciesIn(outcomes).map((outcome): Failed => {
    const { part, resource } = outcome;
    return { part, resource, id: idOf(outcome) };
  });
  await writeFile(join(folder, FAILED), JSON.stringify(failed, null, 2));
}
