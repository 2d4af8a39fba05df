import { type FormatChecks, validatorFor } from "../../codegen/emit/validators.ts";
import type { RuleCase } from "../../src/core/rulebook/cases.ts";
import type { FieldDescriptor, ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import type { ResourceModule } from "../../src/core/schema/resourceModule.ts";
import { wireType } from "../../src/core/schema/wireType.ts";
import { formats } from "../../src/core/validation/formats.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { ApiPart } from "./verify/apiPart.ts";
import { allCases, moduleOf } from "./verify/book.ts";
import { type Embedded, openEmbedded } from "./verify/embedded.ts";
import { verifyGenerated } from "./verify/generatedRecords.ts";
import type { Outcome } from "./verify/outcome.ts";
import { sample } from "./verify/sample.ts";
import { isSendable, verifyValidator } from "./verify/verify.ts";

/** A rule that differs in the running parts; the rule book knows nothing of it. */
export interface Mutant {
  readonly kind: "rule dropped" | "bound moved" | "choice dropped" | "format loosened" | "condition dropped";
  readonly resource: string;
  readonly pointer: string;
  /** `maximum 100 -> 101` */
  readonly planted: string;
  readonly module: ResourceModule;
  /** Only the platform has it: forms check what the book says. */
  readonly isApiOnly?: boolean;
}

const bounds = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;
const droppable = ["pattern", "const", "multipleOf", "uniqueItems", "exclusiveMinimum", "exclusiveMaximum"] as const;
/** Generated records of a form that a fault has to get past. */
const GENERATED = 40;
/** Percent of the faults that verify has to find. */
export const MIN_FOUND_PERCENT = 95;

/** Every fault that can be planted in the fields of a form. */
export function mutantsOf(resource: string): Mutant[] {
  const { descriptor } = moduleOf(resource);
  const plant = (
    fields: readonly FieldDescriptor[],
    parentPointer: string,
    withFields: (fields: FieldDescriptor[]) => ResourceDescriptor,
  ): Mutant[] =>
    fields.flatMap((field, index) => {
      if (field.readOnly || field.internal || field.derive) return [];
      const pointer = `${parentPointer}/${field.name}`;
      const withField = (change: Partial<FieldDescriptor>) => withFields(fields.with(index, { ...field, ...change }));
      const inner = wireType(field) === "array" ? `${pointer}/0` : pointer;
      // Fields that only the platform writes break no rule.
      const isSet = !field.immutable || descriptor.operations.includes("create");
      const mutants = (isSet ? faultsOf(field, parentPointer === "") : []).map(
        ([kind, planted, change, loose]): Mutant => {
          return { kind, planted, resource, pointer, module: faultyModule(withField(change), loose) };
        },
      );
      return [...mutants, ...plant(field.fields ?? [], inner, (members) => withField({ fields: members }))];
    });
  return plant(descriptor.fields, "", (fields) => ({ ...descriptor, fields }));
}

/** A module that runs by this descriptor, with formats that check something else. */
export function faultyModule(descriptor: ResourceDescriptor, loose: FormatChecks = {}): ResourceModule {
  return { descriptor, validate: validatorFor(descriptor, { ...formats, ...loose }) };
}

type FieldFault = readonly [Mutant["kind"], planted: string, change: Partial<FieldDescriptor>, formats?: FormatChecks];

function faultsOf(field: FieldDescriptor, isTop: boolean): FieldFault[] {
  const { immutable, required, requiredWhen, format = "", reference, when, enum: choices } = field;
  const check = format === "password" ? undefined : (formats as FormatChecks)[format];
  const faults: FieldFault[] = [];
  if (required) faults.push(["rule dropped", "required", { required: false }]);
  if (requiredWhen) faults.push(["rule dropped", "requiredWhen", { requiredWhen: undefined }]);
  if (immutable && isTop) faults.push(["rule dropped", "fixed", { immutable: undefined }]);
  if (check) faults.push(["rule dropped", `format ${format}`, { format: undefined }]);
  for (const word of droppable)
    if (field[word] !== undefined) faults.push(["rule dropped", word, { [word]: undefined }]);
  // Only the platform knows the ids, and choices have no bounds of their own.
  for (const bound of reference || choices ? [] : bounds) {
    const limit = field[bound];
    if (limit === undefined) continue;
    const step = wireType(field) === "number" && bound.endsWith("imum") && Math.abs(limit) < 1e12 ? 0.01 : 1;
    const to = Number((bound.startsWith("min") ? limit - step : limit + step).toFixed(2));
    const isSense = to >= 0 || bound.endsWith("imum");
    if (isSense) faults.push(["bound moved", `${bound} ${limit} -> ${to}`, { [bound]: to }]);
  }
  if (choices && choices.length > 1)
    faults.push(["choice dropped", String(choices.at(-1)), { enum: choices.slice(0, -1) }]);
  if (check) {
    const loose = (text: string) => [...text].some((_, index) => check(text.slice(0, text.length - index)));
    faults.push(["format loosened", `${format} takes anything after it`, {}, { [format]: loose }]);
  }
  if (when) faults.push(["condition dropped", `when ${JSON.stringify(when)}`, { when: undefined }]);
  return faults;
}

type FaultMember = "resource" | "pointer" | "module" | "isApiOnly";

/** Tries faults one after another; closes with the platform on which they are planted. */
export class MutationBench {
  #platform: Promise<Embedded> | undefined;

  /** The case by which verify finds the fault; undefined: none does. */
  async findCase({
    resource,
    pointer,
    module,
    isApiOnly = false,
  }: Pick<Mutant, FaultMember>): Promise<string | undefined> {
    const cases = allCases([resource]);
    const refuted = cases.map((entry) => verifyValidator(entry, module)).find(isRefuted);
    if (refuted && !isApiOnly) return refuted.name;
    this.#platform ??= openEmbedded();
    const pristine = await this.#platform;
    const planted = await pristine.plant({ ...resources, [resource]: module });
    const [part, untouched] = [new ApiPart(planted), new ApiPart(pristine)];
    // A record stored by mistake may refute a case everywhere.
    const isFound = async (entry: RuleCase) =>
      isRefuted(await part.verify(entry)) && !isRefuted(await untouched.verify(entry));
    try {
      for (const entry of cases)
        if (entry.rule.pointer.startsWith(pointer) && (await isFound(entry))) return entry.name;
      if (!isSendable(module.descriptor)) return undefined;
      const failed = (await verifyGenerated(planted, resource, GENERATED)).find(isRefuted);
      const again = failed && (await verifyGenerated(pristine, resource, GENERATED, (id) => id === failed.id));
      return again?.some(isRefuted) ? undefined : failed?.name;
    } finally {
      await planted.close();
    }
  }

  async close(): Promise<void> {
    await (await this.#platform)?.close();
  }
}

const isRefuted = (outcome: Outcome | undefined) => outcome?.verdict === "discrepancy";

/** Plants faults in these forms and prints how many verify finds. Returns 1 if they are too few. */
export async function mutateCommand(names: readonly string[], count: number, seed: number): Promise<number> {
  const all = names.flatMap(mutantsOf);
  const chosen = sample(all, count, seed, ({ kind }) => kind);
  const bench = new MutationBench();
  let foundCount = 0;
  for (const mutant of chosen) {
    if ((await bench.findCase(mutant)) !== undefined) foundCount++;
    else console.log(`not found: ${mutant.resource} ${mutant.pointer}: ${mutant.kind}, ${mutant.planted}`);
  }
  await bench.close();
  const rate = (foundCount / chosen.length) * 100;
  console.log(`${chosen.length} of ${all.length} faults planted, ${foundCount} found: ${rate.toFixed(1)} %`);
  return rate >= MIN_FOUND_PERCENT ? 0 : 1;
}
