import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { emitSchemaTypes } from "./schemaTypes.ts";

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8"));

it("schemaTypes.gen.ts matches the meta-schemas", async () => {
  const text = await emitSchemaTypes(read("meta"), read("roles"), read("pages"));
  await expect(text).toMatchFileSnapshot("../schemaTypes.gen.ts");
});
