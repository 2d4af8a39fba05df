import { checkModel } from "./check.ts";
import { emitDemonstration } from "./emit/demonstration.ts";
import { emitDescriptors } from "./emit/descriptors.ts";
import { emitDetailsTabs } from "./emit/detailsTabs.ts";
import { emitFormatExamples } from "./emit/formatExamples.ts";
import { emitGlossary } from "./emit/glossary.ts";
import { emitIndexes } from "./emit/index.ts";
import { emitOpenApi } from "./emit/openApi.ts";
import { emitPages } from "./emit/pages.ts";
import { emitPermissions } from "./emit/permissions.ts";
import { emitResourceList } from "./emit/resourceList.ts";
import { emitRouteList } from "./emit/routeList.ts";
import { emitRoutes } from "./emit/routes.ts";
import { emitRuleBook } from "./emit/ruleBook.ts";
import { emitRuleIndex } from "./emit/ruleIndex.ts";
import { emitRuleSearch } from "./emit/ruleSearch.ts";
import { emitTables } from "./emit/tables.ts";
import { emitTypes } from "./emit/types.ts";
import { emitValidators } from "./emit/validators.ts";
import { emitVocabulary } from "./emit/vocabulary.ts";
import { byCodePoint, loadSources, type Sources } from "./load.ts";
import type { Model } from "./model.ts";
import { normalize } from "./normalize.ts";
import { SchemaProblems } from "./problems.ts";
import type { ShapeCompiler } from "./shapes.mjs";
import { validateAgainstMeta } from "./validate.ts";

/** Schemas and messages below `root` -> generated file (relative to src/generated) -> its text. Writes nothing. */
export async function generate(root: string): Promise<Map<string, string>> {
  return emitModel(toModel(loadSources(root)));
}

/** load, validate, normalize, check: throws SchemaProblems with everything that is wrong. */
export function toModel(sources: Sources): Model {
  const invalid = validateAgainstMeta(sources);
  if (invalid.length > 0) throw new SchemaProblems(invalid);
  const model = normalize(sources);
  const problems = checkModel(model);
  if (problems.length > 0) throw new SchemaProblems(problems);
  return model;
}

/** Every file of a model, by its path from src/generated; the same model gives the same bytes. */
export async function emitModel(model: Model, compile?: ShapeCompiler): Promise<Map<string, string>> {
  return inOrder([await emitCode(model, compile), emitDocuments(model)]);
}

/** What runs. `compile` writes the types elsewhere. */
export async function emitCode(model: Model, compile?: ShapeCompiler): Promise<Map<string, string>> {
  // Asked for first: another thread may be at it meanwhile.
  const types = emitTypes(model, compile);
  return inOrder([
    emitDescriptors(model),
    emitValidators(model),
    emitTables(model),
    emitRoutes(model),
    emitDetailsTabs(model),
    emitIndexes(model),
    emitRuleBook(model),
    emitRuleSearch(model),
    emitFormatExamples(model),
    emitOpenApi(model),
    emitDemonstration(model),
    emitPages(model),
    await types,
  ]);
}

/** What is read. */
export function emitDocuments(model: Model): Map<string, string> {
  return inOrder([
    emitRuleIndex(model),
    emitPermissions(model),
    emitRouteList(model),
    emitResourceList(model),
    emitGlossary(model),
    emitVocabulary(model),
  ]);
}

export function inOrder(outputs: readonly ReadonlyMap<string, string>[]): Map<string, string> {
  return new Map(outputs.flatMap((output) => [...output]).sort(([a], [b]) => byCodePoint(a, b)));
}
