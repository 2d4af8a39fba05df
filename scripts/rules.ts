// npm run rules: prints the rule book, verifies it and compares it with what was approved. See `npm run rules -- --help`.

import { printChanges, writeBaseline } from "./rules/baselineCommand.ts";
import { mutateCommand } from "./rules/mutate.ts";
import { readOptions } from "./rules/options.ts";
import { printRules } from "./rules/printCommand.ts";
import { verifyCommand } from "./rules/verifyCommand.ts";

const HELP = `usage:
  npm run rules -- <resource>          rules of one form as a table
  npm run rules -- --all               rules of all forms
      --json | --csv                   other formats; both include the messages in all languages
      --cases csv | xray | testrail    a row for each case, for a spreadsheet or an importer
      --language de                    labels, conditions and messages in this language
  npm run rules -- verify              tries every example in the validator, the API and the form, and made records in the API
      --only validator,api,made,form   only some of the four
      --resource customers,domains     only some of the forms
      --sample 200 [--seed 1]          number of cases for each of the three, spread over forms and rules
      --jobs 2                         number of forms that are open at the same time
      --made 200                       number of made records per form, six of ten valid
      --failed                         only what the last report in the folder refutes
      --case <id>                      only this case; several with commas
      --min-coverage 90                fails if a part proves fewer percent of the rules; or api=90,form=40
      --language de                    the form in this language
      --out <folder>                   where the reports go; default test-results/rules
  npm run rules -- verify --api URL    sends invalid records to any platform and reports those that it
      [--resource] [--sample]          accepts; they are deleted again. Credentials: RULES_TOKEN, or
                                       RULES_USER and RULES_PASSWORD, in the environment
  npm run rules -- diff [--json]       bounds, rules and rights that differ from the approved ones
  npm run rules -- baseline            approves them: writes docs/rules-baseline.txt, to be committed
  npm run rules -- mutate              plants faults in copies of the rules and counts those that verify finds
      [--resource] [--seed 1]          in these forms only; another selection
      --count 300                      number of faults, spread over their kinds
`;

const read = readOptions(process.argv.slice(2));
if (read.problem !== undefined) {
  console.error(read.isBrief ? read.problem : `${read.problem}\n\n${HELP}`);
  process.exit(2);
}
const { values, positionals } = read;
const [command] = positionals;

if (values.help || (!command && !values.all)) {
  (values.help ? console.log : console.error)(HELP);
  process.exit(values.help ? 0 : 2);
}
const run = { ...values, minCoverage: values["min-coverage"] };
const commands: Readonly<Record<string, () => number | Promise<number>>> = {
  verify: () => verifyCommand(run),
  mutate: () => mutateCommand(values),
  diff: () => printChanges(values),
  baseline: writeBaseline,
};
process.exit(await (commands[command ?? ""] ?? (() => printRules(command, values)))());
