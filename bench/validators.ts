import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { toJsonSchema } from "../codegen/emit/jsonSchema.ts";
import { toModel } from "../codegen/generate.ts";
import { loadSources } from "../codegen/load.ts";
import { formats } from "../src/core/formats.ts";
import { resources } from "../src/generated/all.gen.ts";
import { sampleRecord } from "../tests/support/samples.ts";
import { type Figure, median } from "./report.ts";

const RESOURCE = "customercontacts";
const ROUNDS = 5;
const PER_ROUND = 200_000;

/** Generated validators against ajv that compiles the same schema when the process starts. */
export function benchValidators(): Figure[] {
  const model = toModel(loadSources(fileURLToPath(new URL("..", import.meta.url))));
  const schema = model.resources.find(({ name }) => name === RESOURCE);
  const module = resources[RESOURCE];
  if (!module || !schema) throw new Error(`no ${RESOURCE}`);
  const { record } = sampleRecord(module.descriptor, { seed: "bench", idOf: () => 1 });
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  for (const [format, check] of Object.entries(formats)) ajv.addFormat(format, check);
  const compiled = ajv.compile(toJsonSchema(schema, "write"));
  const ours = throughput(() => module.validate(record));
  const baseline = throughput(() => compiled(record));
  return [
    {
      name: "validator throughput",
      ours: `${Math.round(ours / 1000)} k/s`,
      baseline: `${Math.round(baseline / 1000)} k/s`,
      value: ours / baseline,
      bound: { atLeast: 0.9 },
    },
  ];
}

function throughput(check: () => unknown): number {
  const rates = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    for (let index = 0; index < PER_ROUND; index++) check();
    return PER_ROUND / ((performance.now() - started) / 1000);
  });
  return median(rates);
}
