import { Ajv2020 } from "ajv/dist/2020.js";
import { formats } from "../src/core/formats.ts";
import { toJsonSchema } from "../src/core/jsonSchema.ts";
import { sampleRecord } from "../src/core/rulebook/samples.ts";
import { resources } from "../src/generated/all.gen.ts";
import { type Figure, median, perSecond } from "./report.ts";

/** A resource with many bounds and few formats: both sides share the formats, which would hide the difference. */
const RESOURCE = "billingprofiles";
const ROUNDS = 7;
const PER_ROUND = 20_000;

/** Generated validators against Ajv compiling the same schema at startup. */
export async function benchValidators(): Promise<Figure[]> {
  const module = resources[RESOURCE];
  if (!module) throw new Error(`no resource ${RESOURCE}`);
  const { record } = sampleRecord(module.descriptor, { seed: "bench", idOf: () => 1 });
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  for (const [format, check] of Object.entries(formats)) ajv.addFormat(format, check);
  const compiled = ajv.compile(toJsonSchema(module.descriptor, "write"));
  if (!module.validate(record) || !compiled(record)) throw new Error(`the sample of ${RESOURCE} is not valid`);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(throughput(() => module.validate(record)));
    theirs.push(throughput(() => compiled(record)));
  }
  const [own, baseline] = [median(ours), median(theirs)];
  return [
    {
      name: "validations of a billing profile",
      ours: perSecond(own),
      baseline: perSecond(baseline),
      value: own / baseline,
    },
  ];
}

function throughput(check: () => unknown): number {
  const started = performance.now();
  for (let index = 0; index < PER_ROUND; index++) check();
  return PER_ROUND / ((performance.now() - started) / 1000);
}
