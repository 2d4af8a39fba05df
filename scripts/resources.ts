// Prints what each resource takes beside its schema, and fails where the vocabulary has lost its point: more than a
// third of the resources with a panel part of their own. Called by `npm run check`.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toModel } from "../codegen/generate.ts";
import { lineCounts } from "../codegen/lineCounts.ts";
import { loadSources } from "../codegen/load.ts";
import { summaryLines } from "./resources/summary.ts";

const model = toModel(loadSources(join(fileURLToPath(import.meta.url), "../..")));
const { lines, isWithinAim } = summaryLines(model.resources, lineCounts(model));
console.log(lines.join("\n"));
process.exit(isWithinAim ? 0 : 1);
