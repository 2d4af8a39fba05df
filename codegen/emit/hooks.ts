import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { byCodePoint } from "../../src/core/values/byCodePoint.ts";
import { toModule } from "./print.ts";

const FOLDER = "src/platform/resources";

/** `index.gen.ts` in the folder of the hooks: those of each resource, from whichever file exports them. */
export function emitHooks(root: string): string {
  const files = readdirSync(join(root, FOLDER))
    .filter((file) => /^\w+\.ts$/.test(file))
    .toSorted(byCodePoint);
  const hooksOf = files.map((file) => {
    const text = readFileSync(join(root, FOLDER, file), "utf8");
    return [...text.matchAll(/^export const (\w+): ResourceHooks\b/gm)].map(([, name]) => name);
  });
  const imports = files.flatMap((file, index) => {
    const names = hooksOf[index] ?? [];
    return names.length > 0 ? [`import { ${names.join(", ")} } from "./${file}";`] : [];
  });
  return toModule(
    FOLDER,
    `import type { Rows } from "../../generated/database.gen.ts";
import type { RuledResource } from "../declaredRules.ts";
import type { AnyHooks, ResourceHooks } from "../resourceHooks.ts";
${imports.join("\n")}`,
    `/** What schemas cannot express, by resource. Resources without an entry need no hooks, as they declare no rules. */
export const hooks: { readonly [Resource in keyof Rows]?: ResourceHooks<Resource> } & {
  readonly [Resource in RuledResource]: ResourceHooks<Resource>;
} & Readonly<Record<string, AnyHooks>> = {
${hooksOf
  .flat()
  .map((name) => `  ${name},\n`)
  .join("")}};`,
  );
}
