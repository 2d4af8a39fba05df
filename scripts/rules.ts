// npm run rules: prints the rule book, verifies it and compares it with what was approved. See `npm run rules -- --help`.
import { join } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { findNearest } from "../codegen/diagnostics.ts";
import languages from "../i18n/languages.json" with { type: "json" };
import { caseFormats } from "../src/core/rulebook/caseRows.ts";
import { approve, printChanges } from "./rules/baseline/baseline.ts";
import { mutateCommand } from "./rules/mutate.ts";
import { type PrintOptions, printRules } from "./rules/print.ts";
import { bookedPreferences, bookedResources } from "./rules/verify/book.ts";
import { type Channel, parts } from "./rules/verify/outcome.ts";
import { type VerifyOptions, verifyCommand } from "./rules/verifyCommand.ts";
import { root } from "./toolchain.mjs";

/** Replacements of options that are gone. */
const REMOVED: Readonly<Record<string, string>> = {
  "--role": "npx vitest run --project=contract tests/access/matrix.test.ts",
  "--roles": "npx vitest run --project=contract tests/access/matrix.test.ts",
  "--made": "--generated",
  "--jobs": "nothing: two forms are open at a time",
};

const booked = [...bookedResources(), ...bookedPreferences()];

/** Refuses words that are not among these, and says which is close. */
function parseWords(allowed: readonly string[], what: string): (text: string) => readonly string[] {
  return (text) => {
    const names = text.split(",");
    for (const word of names.filter((name) => !allowed.includes(name))) {
      const near = findNearest(word, allowed);
      throw new InvalidArgumentError(`There is no ${what} ${word}${near ? `. Did you mean ${near}?` : ""}`);
    }
    return names;
  };
}

function parseNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Write a number.");
  return Number(text);
}

/** `90`, of every part, or `api=95,form=40`. */
function parseMinCoverage(text: string): Readonly<Partial<Record<Channel, number>>> {
  if (/^\d+$/.test(text)) return Object.fromEntries(parts.map((part) => [part, Number(text)]));
  const entries = text.split(",").map((entry) => entry.split("="));
  if (entries.some(([part, percent = ""]) => !parts.some((known) => known === part) || !/^\d+$/.test(percent)))
    throw new InvalidArgumentError("Write 90, or api=95,form=40.");
  return Object.fromEntries(entries.map(([part, percent]) => [part, Number(percent)]));
}

const forms = new Option("--resource <names>", "only these forms, with commas").argParser(parseWords(booked, "form"));
const seed = new Option("--seed <number>", "another selection").argParser(parseNumber).default(1);
const language = new Option("--language <name>", "language of labels and messages").choices(languages).default("en");
const exitWith = (status: number) => process.exit(status);

const program = new Command("npm run rules --").exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
program
  .command("print", { isDefault: true })
  .description("prints the rules of a form")
  .addArgument(new Argument("[form]").argParser(parseWords(booked, "form")))
  .option("--all", "of all forms")
  .option("--json", "as JSON, with the messages in all languages")
  .option("--csv", "as CSV, with the messages in all languages")
  .addOption(
    new Option("--cases <format>", "a row for each case, for a spreadsheet or an importer").choices(caseFormats),
  )
  .addOption(language)
  .action(
    (form: readonly string[] | undefined, options: PrintOptions & { readonly all?: boolean }, command: Command) => {
      if (!form && !options.all) command.parent?.help({ error: true });
      printRules(form ?? booked, options);
    },
  );
program
  .command("verify")
  .description("tries every example in the validator, the API and the form, and generated records in the API")
  .addOption(
    new Option("--only <parts>", "only some of them").argParser(parseWords(parts, "part")).default(parts, parts.join()),
  )
  .addOption(forms)
  .option("--sample <number>", "so many cases for each part, spread over forms and rules", parseNumber)
  .addOption(seed)
  .option("--generated <number>", "so many generated records of each form", parseNumber, 200)
  .option("--case <ids>", "only these cases, with commas", (text) => text.split(","))
  .option("--failed", "only what the last report in the folder refutes")
  .option("--min-coverage <percent>", "fails if a part proves fewer of the rules; or api=95,form=40", parseMinCoverage)
  .addOption(language)
  .option("--out <folder>", "where the reports go", join(root, "test-results/rules"))
  .option(
    "--api <url>",
    "sends records to another platform instead, valid and invalid ones, and deletes those that it accepts; credentials are in the environment: RULES_TOKEN, or RULES_USER and RULES_PASSWORD",
  )
  .action(async (options: VerifyOptions) => exitWith(await verifyCommand(options.resource ?? booked, options)));
program
  .command("diff")
  .description("lists bounds, rules and rights that differ from the approved ones")
  .option("--json")
  .action((options) => exitWith(printChanges(options)));
program
  .command("approve")
  .alias("baseline")
  .description("approves them, or some by name: writes docs/rules-baseline.txt, to be committed")
  .argument("[names...]", "rules and rights as diff lists them: customers/vat_rate:maximum")
  .option("--why <text>", "the reason, kept in the file")
  .action((ids: readonly string[], { why }: { readonly why?: string }) => exitWith(approve({ ids, why })));
program
  .command("mutate")
  .description("plants faults in copies of the rules and counts those that verify finds")
  .addOption(forms)
  .option("--count <number>", "faults, spread over their kinds", parseNumber, 300)
  .addOption(seed)
  .action(async (options) => exitWith(await mutateCommand(options.resource ?? booked, options.count, options.seed)));

const removedOption = process.argv.map((word) => word.split("=")[0] ?? "").find((word) => word in REMOVED);
if (removedOption === undefined) await program.parseAsync();
else {
  console.error(`${removedOption} is gone; instead: ${REMOVED[removedOption]}`);
  process.exitCode = 2;
}
