import { fieldAt, type Model, type ResourceModel, type TabModel } from "../model.ts";
import { compact, header, toCode } from "./print.ts";

/** `details.gen.ts`: facts and tabs of all details pages in one file, as only these pages need them. */
export function emitDetailsTabs({ resources }: Model): Map<string, string> {
  const tabs = resources
    .filter((resource) => resource.tabs.length > 0)
    .map((resource) => [resource.name, resource.tabs.map(toDescriptor)] as const);
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const facts = resources
    .filter(({ x }) => x.facts)
    .map((resource) => [resource.name, factsOf(resource, byName)] as const);
  return new Map([
    [
      "details.gen.ts",
      `${header("schemas/entities")}import type { DetailsTabDescriptor, HeadFact } from "../core/descriptor.ts";\n\n` +
        `/** Resource -> the tabs of its details page. */\n` +
        `export const detailsTabs: Readonly<Record<string, readonly DetailsTabDescriptor[]>> = ${toCode(Object.fromEntries(tabs))};\n\n` +
        `/** Resource -> the facts at the top of its details page; by default the first columns of its list. */\n` +
        `export const headFacts: Readonly<Record<string, readonly HeadFact[]>> = ${toCode(Object.fromEntries(facts))};\n`,
    ],
  ]);
}

function toDescriptor({ path, given, isNamed, target }: TabModel): object {
  return {
    path,
    content: target,
    ...compact({
      isNamed: isNamed ? true : undefined,
      section: given.section,
      when: given.when,
      needs: given.needs,
      older: given.older,
      aliases: given.aliases,
    }),
  };
}

function factsOf({ name, x }: ResourceModel, resources: ReadonlyMap<string, ResourceModel>): object[] {
  return (x.facts ?? []).map((source) =>
    compact({ source, resource: fieldAt(resources, name, source)?.reference?.resource }),
  );
}
