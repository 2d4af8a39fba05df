import { byCodePoint } from "../src/core/values/byCodePoint.ts";
import { checkModel } from "./checks/index.ts";
import { SchemaErrors } from "./diagnostics.ts";
import { emitConstants } from "./emit/constants.ts";
import { emitDescriptors } from "./emit/descriptors.ts";
import { emitErrors } from "./emit/errors.ts";
import { emitGlossary } from "./emit/glossary.ts";
import { emitIndexes } from "./emit/index.ts";
import { emitListLimits } from "./emit/listLimits.ts";
import { emitPermissions } from "./emit/permissions.ts";
import { emitResourceList } from "./emit/resourceList.ts";
import { emitRouteList } from "./emit/routeList.ts";
import { emitTables } from "./emit/tables.ts";
import { emitValidators } from "./emit/validators.ts";
import { emitVocabulary } from "./emit/vocabulary.ts";
import type { Sources } from "./load.ts";
import type { Model } from "./model.ts";
import { normalize } from "./normalize.ts";
import { validateAgainstMeta } from "./validate.ts";

/** Loads, validates, normalizes and checks; throws SchemaErrors with the errors of all files. */
export function toModel(loaded: Sources): Model {
  const { diagnostics, sources } = validateAgainstMeta(loaded);
  if (!sources) throw new SchemaErrors(diagnostics);
  const model = normalize(sources);
  const all = [...diagnostics, ...checkModel(model)];
  if (all.length > 0) throw new SchemaErrors(all);
  return model;
}

/** All generated files of a model, by path from src/generated. The same model gives the same bytes. */
export function emitModel(model: Model): Map<string, string> {
  return mergeOutputs([emitCode(model), emitDocuments(model)]);
}

/** Generated code. */
export function emitCode(model: Model): Map<string, string> {
  return mergeOutputs([
    emitDescriptors(model),
    emitValidators(model),
    emitConstants(model),
    emitTables(model),
    emitIndexes(model),
  ]);
}

/** Generated documentation. */
export function emitDocuments(model: Model): Map<string, string> {
  return mergeOutputs([
    emitPermissions(model),
    emitRouteList(model),
    emitResourceList(model),
    emitErrors(model),
    emitGlossary(model),
    emitListLimits(model),
    emitVocabulary(model),
  ]);
}

export function mergeOutputs(outputs: readonly ReadonlyMap<string, string>[]): Map<string, string> {
  return new Map(outputs.flatMap((output) => [...output]).sort(([a], [b]) => byCodePoint(a, b)));
}
