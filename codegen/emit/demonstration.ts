import type { DemonstrationModel, Model } from "../model.ts";
import { header, toCode } from "./print.ts";

/** `demonstration.gen.ts`: records for an empty platform, referenced records first. */
export function emitDemonstration({ demonstration, resources }: Model): Map<string, string> {
  const targetsOf = new Map(
    resources.map(({ name, fields }) => [name, fields.flatMap(({ reference }) => reference?.resource ?? [])]),
  );
  const data = Object.fromEntries(
    inOrder(demonstration, targetsOf).map(({ resource, records }) => [resource, records]),
  );
  return new Map([
    [
      "demonstration.gen.ts",
      `${header("schemas/demonstration")}import type { WireRecord } from "../core/descriptor.ts";\n\n` +
        `/** Records for an empty platform; a reference is the search value of its target. */\nexport const demonstration: Readonly<Record<string, readonly WireRecord[]>> = ${toCode(data)};\n`,
    ],
  ]);
}

function inOrder(
  all: readonly DemonstrationModel[],
  targetsOf: ReadonlyMap<string, readonly string[]>,
): DemonstrationModel[] {
  const placed = new Set<DemonstrationModel>();
  const place = (one: DemonstrationModel, above: readonly string[]) => {
    if (above.includes(one.resource)) return;
    for (const target of targetsOf.get(one.resource) ?? []) {
      const found = all.find(({ resource }) => resource === target);
      if (found) place(found, [...above, one.resource]);
    }
    placed.add(one);
  };
  for (const one of all) place(one, []);
  return [...placed];
}
