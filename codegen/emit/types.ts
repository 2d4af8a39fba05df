import type { Model, ResourceModel } from "../model.ts";
import { compileShapes, type Shape, type ShapeCompiler } from "../shapes.mjs";
import { toJsonSchema } from "./jsonSchema.ts";
import { header } from "./print.ts";

/** `types/<resource>.gen.ts`: the record as it is read, created and updated. */
export async function emitTypes({ resources }: Model, compile = compileKnown): Promise<Map<string, string>> {
  const shapes = resources.map(shapesOf);
  const texts = await compile(shapes.flat());
  let first = 0;
  return new Map(
    resources.map(({ name, source }, index) => {
      const count = shapes[index]?.length ?? 0;
      const own = texts.slice(first, first + count);
      first += count;
      return [`types/${name}.gen.ts`, `${header(source.file)}\n${own.map((text) => `${text.trim()}\n`).join("\n")}`];
    }),
  );
}

function shapesOf(resource: ResourceModel): Shape[] {
  const { title, operations, description } = resource;
  return [
    { ...toJsonSchema(resource, "read"), title, description },
    ...(operations.includes("create") ? [{ ...toJsonSchema(resource, "create"), title: `${title}Create` }] : []),
    ...(operations.includes("update") ? [{ ...toJsonSchema(resource, "update"), title: `${title}Update` }] : []),
  ];
}

const known = new Map<string, string>();

/** In watch mode only what changed is made again. */
const compileKnown: ShapeCompiler = async (shapes) => {
  const keys = shapes.map((shape) => JSON.stringify(shape));
  const missing = shapes
    .map((shape, index) => ({ shape, key: keys[index] ?? "" }))
    .filter(({ key }) => !known.has(key));
  const made = await compileShapes(missing.map(({ shape }) => shape));
  for (const [index, { key }] of missing.entries()) known.set(key, made[index] ?? "");
  return keys.map((key) => known.get(key) ?? "");
};
