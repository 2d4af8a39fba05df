import { isWithout, type LineCounts } from "../../codegen/lineCounts.ts";
import type { ResourceModel } from "../../codegen/model.ts";
import { isPlain, linesOf, PLAIN_LINES } from "../../codegen/plainness.ts";

/** Share of resources that need nothing by hand in the panel. */
const AIM = 2 / 3;

/** Hand-written panel lines by resource, and whether two thirds of the resources do without. */
export function summaryLines(resources: readonly ResourceModel[], counts: LineCounts) {
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
  const isWithinAim = without >= resources.length * AIM;
  return {
    isWithinAim,
    lines: [
      "hand-written panel lines by resource:",
      ...rows,
      `  none: ${without} of ${resources.length} resources, ${Math.round((100 * without) / resources.length)} % (aim: two thirds)`,
      `plain schemas of more than ${PLAIN_LINES} lines: ${long.length} of ${plain.length}${
        long.length > 0 ? `: ${long.map((one) => `${one.name} ${linesOf(one)}`).join(", ")}` : ""
      }`,
      ...(isWithinAim ? [] : ["too many resources have panel parts of their own: extend the vocabulary instead"]),
    ],
  };
}
