import { type Suite, suites } from "../../codegen/suites.ts";
import type { TextFile } from "./handWritten.ts";

/** The suites that exist. */
export function suitesIn(tests: readonly TextFile[]): readonly Suite[] {
  return suites.filter(({ file }) => tests.some((test) => test.file === file));
}

/** Resource -> hand-written tests named after it, or with its name in a string or URL. */
export function testsByName(tests: readonly TextFile[]): ReadonlyMap<string, readonly string[]> {
  const generated = new Set(suites.map(({ file }) => file));
  const byName = new Map<string, string[]>();
  for (const { file, text } of tests.filter((test) => !generated.has(test.file))) {
    const [own = ""] = file.slice(file.lastIndexOf("/") + 1).split(".");
    const words = [...text.matchAll(/(?<=["'`/])[a-z]+(?=["'`/?]|$)/gm)].map(([word]) => word);
    for (const word of new Set([own, ...words])) byName.set(word, [...(byName.get(word) ?? []), file]);
  }
  return byName;
}
