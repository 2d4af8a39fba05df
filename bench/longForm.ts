import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { emitValidators } from "../codegen/emit/validators.ts";
import { toModel } from "../codegen/generate.ts";
import { loadSources } from "../codegen/load.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../src/core/descriptor.ts";
import type { GeneratedValidator } from "../src/core/generatedValidator.ts";
import { sampleRecord } from "../src/core/rulebook/samples.ts";
import { validateRecord } from "../src/core/validate.ts";
import { resources } from "../src/generated/all.gen.ts";
import { type Figure, median } from "./report.ts";

/** The form with the most kinds of fields, repeated until there are enough. */
const RESOURCE = "billingprofiles";
const FIELDS = 300;
const ROUNDS = 200;
const root = fileURLToPath(new URL("..", import.meta.url));

/** Validation of a form with 300 fields, which runs on every key press. */
export async function benchLongForm(): Promise<Figure[]> {
  const module = { descriptor: longDescriptor(), validate: await longValidator() };
  const { record } = sampleRecord(module.descriptor, { seed: "bench", idOf: () => 1 });
  const wrong: WireRecord = { ...record, [String(module.descriptor.fields.at(-1)?.name)]: { a: 1 } };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    validateRecord(module, round % 2 === 0 ? record : wrong, { mode: "create", related: () => undefined });
    times.push(performance.now() - started);
  }
  const own = median(times);
  const name = `check of a form of ${module.descriptor.fields.length} fields, ms`;
  return [{ name, ours: `${own.toFixed(2)} ms`, value: own, bound: { atMost: 5 } }];
}

function longDescriptor(): ResourceDescriptor {
  const descriptor = resources[RESOURCE]?.descriptor;
  if (!descriptor) throw new Error(`no ${RESOURCE}`);
  return { ...descriptor, fields: repeated(descriptor.fields) };
}

/** The validator that codegen emits for a schema with this many fields. */
async function longValidator(): Promise<GeneratedValidator> {
  const model = toModel(loadSources(root));
  const resource = model.resources.find(({ name }) => name === RESOURCE);
  if (!resource) throw new Error(`no schema of ${RESOURCE}`);
  const long = { ...resource, fields: repeated(resource.fields) };
  const code = emitValidators({ ...model, resources: [long] }).get(`validators/${RESOURCE}.gen.js`) ?? "";
  const folder = join(root, ".cache/bench/validators");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "long.gen.js");
  writeFileSync(file, code.replaceAll("../../core/", "../../../src/core/"));
  return ((await import(pathToFileURL(file).href)) as { readonly validate: GeneratedValidator }).validate;
}

/** Copies get new names; record-level keywords are not repeated. */
function repeated<T extends Pick<FieldDescriptor, "name">>(fields: readonly T[]): T[] {
  const copies = Array.from({ length: Math.ceil(FIELDS / fields.length) }, (_, copy) =>
    fields.map((field) => (copy === 0 ? field : { ...field, name: `${field.name}_${copy}` })),
  );
  return copies.flat().slice(0, FIELDS);
}
