import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../toolchain.mjs";
import { BASELINE, unapprovedIn } from "./baseline/baseline.ts";
import { changeText } from "./baseline/changes.ts";

/** Writes the rules and rights as they are to the committed file, and what is new in it. Returns the exit code. */
export function writeBaseline(): number {
  const found = unapprovedIn(root);
  if ("problem" in found) {
    console.error(found.problem);
    return 2;
  }
  writeFileSync(join(root, BASELINE), found.text);
  const { changes } = found;
  for (const change of changes) console.log(changeText(change));
  const added = changes.filter(({ before }) => before === undefined).length;
  const removed = changes.filter(({ after }) => after === undefined).length;
  const changed = changes.length - added - removed;
  console.log(`wrote ${BASELINE}: ${added} rules and rights added, ${changed} changed, ${removed} removed`);
  return 0;
}

/** Lists what differs from the approved rules and rights. Returns 1 if anything does. */
export function printChanges({ json = false }: { readonly json?: boolean }): number {
  const found = unapprovedIn(root);
  if ("problem" in found) {
    console.error(found.problem);
    return 2;
  }
  const { changes } = found;
  if (json) console.log(JSON.stringify(changes, null, 2));
  else if (changes.length === 0) console.log("nothing changed");
  else {
    for (const change of changes) console.log(changeText(change));
    console.log(`\nTo approve: npm run rules -- baseline, then commit ${BASELINE}.`);
  }
  return changes.length === 0 ? 0 : 1;
}
