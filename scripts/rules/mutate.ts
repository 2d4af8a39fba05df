import { type FormatChecks, validatorFor } from "../../codegen/emit/validators.ts";
import type { FieldDescriptor, ResourceDescriptor } from "../../src/core/descriptor.ts";
import { formats } from "../../src/core/formats.ts";
import type { ResourceModule } from "../../src/core/resourceModule.ts";
import { wireType } from "../../src/core/wireType.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { closest } from "./closest.ts";
import { ApiPart } from "./verify/apiPart.ts";
import { allCases, bookedResources, moduleOf } from "./verify/book.ts";
import { type Embedded, openEmbedded } from "./verify/embedded.ts";
import { verifyMade } from "./verify/madeRecords.ts";
import { discrepanciesIn } from "./verify/outcome.ts";
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
}

type Fault = Pick<Mutant, "kind" | "planted"> & {
  readonly change: Partial<FieldDescriptor>;
  readonly formats?: FormatChecks;
};

const bounds = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

/** Made records of a form that a fault has to get past. */
const MADE = 40;

/** Percent of the faults that verify has to find. */
export const LEAST = 95;

/** Every fault that can be planted in the fields of a form. */
export function mutantsOf(resource: string): Mutant[] {
  const { descriptor } = moduleOf(resource);
  const plant = (
    fields: readonly FieldDescriptor[],
    at: string,
    put: (fields: FieldDescriptor[]) => ResourceDescriptor,
  ): Mutant[] =>
    fields.flatMap((field, index) => {
      if (field.readOnly || field.internal || field.derive) return [];
      const pointer = `${at}/${field.name}`;
      const withField = (change: Partial<FieldDescriptor>) => put(fields.with(index, { ...field, ...change }));
      const inner = wireType(field) === "array" ? `${pointer}/0` : pointer;
      // What only the platform makes, and nobody changes, breaks no rule.
      const isSet = !field.immutable || descriptor.operations.includes("create");
      const own = (isSet ? faultsOf(field, at === "") : []).map(({ kind, planted, change, formats: loose }): Mutant => {
        const faulty = withField(change);
        return {
          ...{ kind, planted, resource, pointer },
          module: { descriptor: faulty, validate: validatorFor(faulty, { ...formats, ...loose }) },
        };
      });
      return [...own, ...plant(field.fields ?? [], inner, (members) => withField({ fields: members }))];
    });
  return plant(descriptor.fields, "", (fields) => ({ ...descriptor, fields }));
}

function faultsOf(field: FieldDescriptor, isTop: boolean): Fault[] {
  const { immutable, required, requiredWhen, format, reference, when, enum: choices } = field;
  const fault = (kind: Mutant["kind"], planted: string, change: Partial<FieldDescriptor>): Fault => ({
    kind,
    planted,
    change,
  });
  const check: ((text: string) => boolean) | undefined =
    format && format !== "password" ? (formats as FormatChecks)[format] : undefined;
  const step = wireType(field) === "number" ? 0.01 : 1;
  return [
    ...(required ? [fault("rule dropped", "required", { required: false })] : []),
    ...(requiredWhen ? [fault("rule dropped", "requiredWhen", { requiredWhen: undefined })] : []),
    ...(immutable && isTop ? [fault("rule dropped", "fixed", { immutable: undefined })] : []),
    ...(check ? [fault("rule dropped", `format ${format}`, { format: undefined })] : []),
    // Which ids there are is the platform's matter, and choices have no bounds of their own.
    ...(reference || choices ? [] : bounds).flatMap((bound) => {
      const limit = field[bound];
      if (limit === undefined) return [];
      const by = (bound.startsWith("min") ? -1 : 1) * (bound.endsWith("imum") && Math.abs(limit) < 1e12 ? step : 1);
      const to = Number((limit + by).toFixed(2));
      return to < 0 && limit === 0 && !bound.endsWith("imum")
        ? []
        : [fault("bound moved", `${bound} ${limit} -> ${to}`, { [bound]: to })];
    }),
    ...(choices && choices.length > 1
      ? [fault("choice dropped", String(choices.at(-1)), { enum: choices.slice(0, -1) })]
      : []),
    ...(check && format
      ? [
          {
            ...fault("format loosened", `${format} takes anything after it`, {}),
            formats: {
              [format]: (text: string) => [...text].some((_, index) => check(text.slice(0, text.length - index))),
            },
          },
        ]
      : []),
    ...(when ? [fault("condition dropped", `when ${JSON.stringify(when)}`, { when: undefined })] : []),
  ];
}

/** Tries faults one after another; closes with the platform on which they are planted. */
export class Bench {
  #platform: Promise<Embedded> | undefined;

  /** The case by which verify finds the fault; undefined: none does. */
  async found({ resource, pointer, module }: Mutant): Promise<string | undefined> {
    const cases = allCases([resource]);
    for (const entry of cases) {
      const [wrong] = discrepanciesIn(verifyValidator(entry, module));
      if (wrong) return wrong.name;
    }
    const near = cases.filter(({ rule }) => rule.pointer.startsWith(pointer));
    this.#platform ??= openEmbedded();
    const pristine = await this.#platform;
    const planted = await pristine.plant({ ...resources, [resource]: module });
    const [part, untouched] = [new ApiPart(planted), new ApiPart(pristine)];
    try {
      for (const entry of near) {
        const [wrong] = discrepanciesIn(await part.verify(entry));
        // What was stored by mistake may refute a case everywhere.
        if (wrong && discrepanciesIn(await untouched.verify(entry)).length === 0) return wrong.name;
      }
      if (!isSendable(module.descriptor)) return undefined;
      const [made] = discrepanciesIn(await verifyMade(planted, resource, MADE));
      if (!made) return undefined;
      const again = await verifyMade(pristine, resource, MADE, (id) => id === made.id);
      return discrepanciesIn(again).length === 0 ? made.name : undefined;
    } finally {
      await planted.close();
    }
  }

  async close(): Promise<void> {
    await (await this.#platform)?.close();
  }
}

/** Plants faults and prints how many verify finds. Returns 1 if they are too few. */
export async function mutateCommand(options: {
  readonly count?: string;
  readonly seed?: string;
  readonly resource?: string;
}): Promise<number> {
  const known = bookedResources();
  const names = options.resource?.split(",") ?? known;
  const wrong = names.filter((name) => !known.includes(name));
  if (wrong.length > 0) {
    console.error(wrong.map((name) => `no form of ${name}${closest(name, known)}`).join("\n"));
    return 2;
  }
  const all = names.flatMap(mutantsOf);
  const chosen = sample(all, Number(options.count ?? 300), Number(options.seed ?? 1), ({ kind }) => kind);
  const bench = new Bench();
  let found = 0;
  for (const mutant of chosen) {
    if ((await bench.found(mutant)) !== undefined) found++;
    else console.log(`not found: ${mutant.resource} ${mutant.pointer}: ${mutant.kind}, ${mutant.planted}`);
  }
  await bench.close();
  const rate = (found / chosen.length) * 100;
  console.log(`${chosen.length} of ${all.length} faults planted, ${found} found: ${rate.toFixed(1)} %`);
  return rate >= LEAST ? 0 : 1;
}
