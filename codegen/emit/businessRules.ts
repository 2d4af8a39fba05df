import type { Model } from "../model.ts";
import { header, toCode } from "./print.ts";

/** `businessRules.gen.ts`: apart from the descriptors, as only hooks and the rule book need it. */
export function emitBusinessRules({ resources }: Model): Map<string, string> {
  const declared = resources.flatMap(({ name, x }) => (x.businessRules ? [[name, x.businessRules] as const] : []));
  return new Map([
    [
      "businessRules.gen.ts",
      `${header("schemas/entities")}/** Resource -> the rules that its hooks check -> the fields where they are reported. */\n` +
        `export const declaredRules = ${toCode(Object.fromEntries(declared))} as const;\n`,
    ],
  ]);
}
