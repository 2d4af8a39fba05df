// Prints the hand-written panel lines of each resource. Fails if more than a third of the resources have their own
// panel code, or if docs/resources-left-out.json or docs/business-rules.json is outdated. Part of `npm run check`.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toModel } from "../codegen/generate.ts";
import { loadSources } from "../codegen/load.ts";
import type { FieldModel, ResourceModel } from "../codegen/model.ts";
import { printProblem } from "../codegen/problems.ts";
import { checkBusinessRules, checkBusinessTests } from "./resources/businessRules.ts";
import { loadHandWritten } from "./resources/handWritten.ts";
import { checkLeftOut } from "./resources/leftOut.ts";
import { isWithout, type LineCounts, lineCounts, linesOf } from "./resources/lineCounts.ts";

/** Target share of resources without hand-written panel code. */
const TARGET = 2 / 3;
/** Maximum number of lines of a plain schema. */
const PLAIN_LINES = 60;

const root = join(fileURLToPath(import.meta.url), "../..");
const model = toModel(loadSources(root));
const handWritten = loadHandWritten(root);
const { lines, isOnTarget } = summaryLines(model.resources, lineCounts(model, handWritten));
console.log(lines.join("\n"));
const problems = [
  ...checkLeftOut(handWritten, model.resources),
  ...checkBusinessRules(
    handWritten,
    model.resources.map(({ name }) => name),
  ),
  ...checkBusinessTests(handWritten),
];
for (const problem of problems) console.error(printProblem(problem));
process.exit(isOnTarget && problems.length === 0 ? 0 : 1);

/** Hand-written panel lines by resource, and whether enough resources have none. */
function summaryLines(resources: readonly ResourceModel[], counts: LineCounts) {
  const { own, shared } = counts.panel;
  const rows = resources
    .filter(({ name }) => !isWithout(counts.panel, name))
    .map(({ name }) => {
      const parts = shared.filter((part) => part.resources.includes(name));
      const others = new Set(parts.flatMap((part) => part.resources).filter((other) => other !== name));
      const common = parts.reduce((sum, { lines }) => sum + lines, 0);
      const what = common > 0 ? `, ${common} with ${[...others].join(", ")}` : "";
      return `  ${name}: ${own.get(name) ?? 0}${what}`;
    });
  const without = resources.length - rows.length;
  const plain = resources.filter(isPlain);
  const long = plain.filter((resource) => linesOf(resource) > PLAIN_LINES);
  const isOnTarget = without >= resources.length * TARGET;
  return {
    isOnTarget,
    lines: [
      "hand-written panel lines by resource:",
      ...rows,
      `  none: ${without} of ${resources.length} resources, ${Math.round((100 * without) / resources.length)} % (target: two thirds)`,
      `plain schemas of more than ${PLAIN_LINES} lines: ${long.length} of ${plain.length}${
        long.length > 0 ? `: ${long.map((one) => `${one.name} ${linesOf(one)}`).join(", ")}` : ""
      }`,
      ...(isOnTarget ? [] : ["too many resources have hand-written panel code: extend the schema vocabulary instead"]),
    ],
  };
}

/** At most twelve fields, none nested or conditional, and a single create form. */
function isPlain({ x, fields }: ResourceModel): boolean {
  const isSimple = ({ when, requiredWhen, fields: inner }: FieldModel) => !when && !requiredWhen && inner === undefined;
  return fields.length <= 12 && fields.every(isSimple) && !x.variants;
}
