const OPTIONS = { bannerComment: "", format: false, additionalProperties: false, unknownAny: true };

/** What TypeScript calls each of these plain schemas. One after the other: side by side they only fill the memory. */
export async function compileShapes(shapes) {
  const { compile } = await import("json-schema-to-typescript");
  const texts = [];
  for (const shape of shapes) texts.push(await compile(shape, shape.title, OPTIONS));
  return texts;
}
