import type { Model, TabModel } from "../model.ts";
import { compact, header, toCode } from "./print.ts";

/** `details.gen.ts`: the parts of every record's page; of all resources at once, as only that page needs it. */
export function emitDetailsTabs({ resources }: Model): Map<string, string> {
  const tabs = resources
    .filter((resource) => resource.tabs.length > 0)
    .map((resource) => [resource.name, resource.tabs.map(toDescriptor)] as const);
  return new Map([
    [
      "details.gen.ts",
      `${header("schemas/entities")}import type { DetailsTabDescriptor } from "../core/descriptor.ts";\n\n` +
        `/** Resource -> the parts of its records' pages, in order. */\n` +
        `export const detailsTabs: Readonly<Record<string, readonly DetailsTabDescriptor[]>> = ${toCode(Object.fromEntries(tabs))};\n`,
    ],
  ]);
}

function toDescriptor({ path, given, isNamed, target }: TabModel): object {
  return {
    path,
    content: target,
    ...compact({
      isNamed: isNamed ? true : undefined,
      when: given.when,
      needs: given.needs,
      older: given.older,
      aliases: given.aliases,
    }),
  };
}
