import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { toJsonSchema } from "../codegen/emit/jsonSchema.ts";
import { toModel } from "../codegen/generate.ts";
import { loadSources } from "../codegen/load.ts";
import { formats } from "../src/core/formats.ts";
import { sampleRecord } from "../src/core/rulebook/samples.ts";
import { resources } from "../src/generated/all.gen.ts";
import { type Figure, median, perSecond } from "./report.ts";

/** Many fields with bounds and few named formats: both sides share those, and they would hide the difference. */
const RESOURCE = "billingprofiles";
const ROUNDS = 7;
const PER_ROUND = 20_000;

/** Generated validators against ajv that compiles the same schema when the process starts. */
export async function benchValidators(): Promise<Figure[]> {
  const model = toModel(loadSources(fileURLToPath(new URL("..", import.meta.url))));
  const schema = model.resources.find(({ name }) => name === RESOURCE);
  const module = resources[RESOURCE];
  if (!module || !schema) throw new Error(`no ${RESOURCE}`);
  const { record } = sampleRecord(module.descriptor, { seed: "bench", idOf: () => 1 });
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  for (const [format, check] of Object.entries(formats)) ajv.addFormat(format, check);
  const compiled = ajv.compile(toJsonSchema(schema, "write"));
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
