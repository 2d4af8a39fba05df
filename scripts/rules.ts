// npm run rules: prints the rule book and verifies it. See `npm run rules -- --help`.
import { parseArgs } from "node:util";
import { printRules } from "./rules/printCommand.ts";
import { verifyCommand } from "./rules/verifyCommand.ts";

const HELP = `usage:
  npm run rules -- <resource>          rules of one form as a table
  npm run rules -- --all               rules of all forms
      --json | --csv                   other formats; both include the messages in all languages
      --language de                    labels, conditions and messages in this language
  npm run rules -- verify              tries every example in the validator, the API and the form, and random records in the API
      --only validator,api,made,form   only some of the four
      --resource customers,domains     only some of the forms
      --sample 200 [--seed 1]          number of cases for each of the three, spread over forms and rules
      --made 200                       number of random records per form
      --language de                    the form in this language
      --out <folder>                   where report.html and junit.xml go; default test-results/rules
  npm run rules -- verify --api URL    sends invalid records to any platform and reports those that it
      [--resource] [--sample]          accepts; they are deleted again. Credentials: RULES_TOKEN, or
                                       RULES_USER and RULES_PASSWORD, in the environment
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean" },
    json: { type: "boolean" },
    csv: { type: "boolean" },
    language: { type: "string" },
    only: { type: "string" },
    resource: { type: "string" },
    sample: { type: "string" },
    made: { type: "string" },
    seed: { type: "string" },
    out: { type: "string" },
    api: { type: "string" },
    help: { type: "boolean" },
  },
});
const [command] = positionals;

if (values.help || (!command && !values.all)) {
  (values.help ? console.log : console.error)(HELP);
  process.exit(values.help ? 0 : 2);
}
process.exit(command === "verify" ? await verifyCommand(values) : await printRules(command, values));
