import type { Json, ResourceDescriptor, RuleEntry, WireRecord } from "../../src/core/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { type SampleOptions, sampleRecord, withValueAt } from "./samples.ts";

export interface RuleCase {
  readonly name: string;
  readonly rule: RuleEntry;
  readonly descriptor: ResourceDescriptor;
  readonly valid: WireRecord;
  readonly invalid: WireRecord;
  readonly related: ReadonlyMap<string, Json>;
}

/** Every rule of the generated rule books as a record that breaks it, with the one it was made from. */
export async function ruleCases(resource: string, options: Omit<SampleOptions, "satisfy">): Promise<RuleCase[]> {
  const { rules } = (await import(`../../src/generated/rules/${resource}.gen.ts`)) as { rules: readonly RuleEntry[] };
  const descriptor = resources[resource]?.descriptor;
  if (!descriptor) throw new Error(`no resource ${resource}`);
  return rules.flatMap((rule) => casesOf(rule, descriptor, options));
}

function casesOf(rule: RuleEntry, descriptor: ResourceDescriptor, options: Omit<SampleOptions, "satisfy">): RuleCase[] {
  const satisfy = rule.when;
  const { record, related } = sampleRecord(descriptor, { ...options, satisfy });
  const build = (value: Json | undefined, index: number): RuleCase => ({
    name: `${rule.resource} ${rule.pointer} ${rule.rule}${rule.when ? " (shown)" : ""} #${index + 1}`,
    rule,
    descriptor,
    valid: record,
    invalid: withValueAt(descriptor, record, rule.pointer, value, { ...options, satisfy }),
    related,
  });
  if (rule.rule === "together" || rule.rule === "before" || rule.rule === "differs") {
    return [crossCase(rule, descriptor, record, related, options)];
  }
  return rule.invalid.map(build);
}

/** Rules between fields: the first filled and the others left out, or both in the wrong order. */
function crossCase(
  rule: RuleEntry,
  descriptor: ResourceDescriptor,
  record: WireRecord,
  related: ReadonlyMap<string, Json>,
  options: Omit<SampleOptions, "satisfy">,
): RuleCase {
  const paths = (rule.params.fields as string[]).map((field) => `/${field.replace(".", "/0/")}`);
  const values = rule.rule === "before" ? wrongOrder(descriptor, rule) : [undefined, undefined];
  const invalid = paths.reduce(
    (changed, path, index) =>
      rule.rule === "together" && index === 0
        ? changed
        : withValueAt(descriptor, changed, path, values[index], options),
    record,
  );
  return { name: `${rule.resource} ${rule.pointer} ${rule.rule}`, rule, descriptor, valid: record, invalid, related };
}

/** Two values that their fields take, the later one first. */
function wrongOrder({ fields }: ResourceDescriptor, { params }: RuleEntry): readonly Json[] {
  const [name = "", inner] = String((params.fields as string[])[0]).split(".");
  const outer = fields.find((field) => field.name === name);
  const kind = (inner === undefined ? outer : outer?.fields?.find((field) => field.name === inner))?.kind;
  return kind === "timeOfDay" ? ["20:00:00", "08:00:00"] : ["2030-02-01T00:00:00Z", "2030-01-01T00:00:00Z"];
}

/** Whether these errors tell of this rule at this place; the pointer of a rule between fields may be either's. */
export function tells(
  errors: readonly { readonly pointer: string; readonly rule: string }[],
  rule: RuleEntry,
): boolean {
  const fields = (rule.params.fields as string[] | undefined)?.map((field) => `/${field.replace(".", "/0/")}`);
  const pointers = fields ?? [rule.pointer];
  return errors.some((error) => error.rule === rule.rule && pointers.includes(error.pointer));
}
