import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { compileTypes, emitDeclarations } from "../../codegen/emit/recordTypes.ts";
import { readProject } from "./project.ts";
import { refuse } from "./refusedInput.ts";

/** Writes the types of all resources into one file that imports nothing. Throws RefusedInput. */
export async function writeTypes(root: string, file = "patchbay.d.ts"): Promise<void> {
  // npm runs scripts in the project's folder.
  const path = resolve(process.env.INIT_CWD ?? "", file);
  if (!path.endsWith(".d.ts")) refuse(`${file} is no file of declarations`, "its name has to end with .d.ts");
  const { model } = readProject(root);
  const types = await emitDeclarations(model, compileTypes);
  try {
    writeFileSync(path, types);
  } catch (error) {
    refuse(`${path} cannot be written`, String(error));
  }
  console.log(`wrote the types of ${model.resources.length} resources into ${path}`);
}
