// npm run rules -- <resource>: prints the rule book of a form, for whoever tests it.
import type { RuleEntry } from "../src/core/descriptor.ts";
import { resources } from "../src/generated/all.gen.ts";

const [name] = process.argv.slice(2);
if (!name || !resources[name]) {
  console.error(`usage: npm run rules -- <resource>\nresources: ${Object.keys(resources).join(", ")}`);
  process.exit(2);
}

const { rules } = (await import(`../src/generated/rules/${name}.gen.ts`)) as { rules: readonly RuleEntry[] };
for (const rule of rules) {
  const params = Object.entries(rule.params).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  const notes = [
    ...params,
    ...(rule.when ? [`when ${JSON.stringify(rule.when)}`] : []),
    ...(rule.side === "server" ? ["checked by the server"] : []),
  ];
  console.log(`${rule.pointer.padEnd(32)} ${rule.rule.padEnd(10)} ${notes.join("; ")}`);
  for (const value of rule.invalid) console.log(`${" ".repeat(44)}not ${shorten(JSON.stringify(value) ?? "absent")}`);
}

function shorten(text: string): string {
  return text.length > 70 ? `${text.slice(0, 60)}... (${text.length} characters)` : text;
}
