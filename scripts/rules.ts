// npm run rules: the rule book of the forms, and the proof that everything obeys it. `npm run rules -- --help` says more.
import { parseArgs } from "node:util";
import { printRules } from "./rules/printCommand.ts";
import { verifyCommand } from "./rules/verifyCommand.ts";

const HELP = `usage:
  npm run rules -- <resource>          the rules of one form, as a table
  npm run rules -- --all               those of all forms
      --json | --csv                   in another shape; both have the messages of all languages
      --language de                    labels, conditions and messages in this language
  npm run rules -- verify              tries every example by validator, API and form, and made records by the API
      --only validator,api,made,form   some of the four
      --resource customers,domains     some of the forms
      --sample 200 [--seed 1]          so many cases for each of the three, spread over forms and rules
      --made 200                       so many made records for each form
      --language de                    the form in this language
      --out <folder>                   for report.html and junit.xml; test-results/rules if absent
  npm run rules -- verify --api URL    sends what must be refused to any platform; stores nothing that it does not
      [--resource] [--sample]          have to, and names what was stored all the same. Who asks: RULES_TOKEN, or
                                       RULES_USER and RULES_PASSWORD, from the environment
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
