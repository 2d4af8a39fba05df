import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { header, toKnownCode } from "./print.ts";
import { rulesOf } from "./ruleBook.ts";

/** `ruleSearch.gen.ts`: the rules of all forms in one piece, with no more than it takes to tell and to find them. */
export function emitRuleSearch(model: Model): Map<string, string> {
  const forms = model.resources.flatMap((resource) => {
    const fields = fieldsOf(resource, model);
    return fields.length > 0 ? [{ resource: resource.name, fields }] : [];
  });
  return new Map([
    [
      "ruleSearch.gen.ts",
      `${header("schemas/entities")}import type { SearchedForm } from "../core/rulebook/search.ts";\n\n` +
        `/** Every form with what can be said at its fields. */\nexport const forms: readonly SearchedForm[] = ${toKnownCode(forms)};\n`,
    ],
  ]);
}

/** Each field that has rules, with each rule once: in which states it holds is told where its form is. */
function fieldsOf(resource: ResourceModel, model: Model) {
  const fields = new Map<string, Map<string, { rule: string; key: string; params: unknown }>>();
  for (const { pointer, rule, key, params } of rulesOf(resource, model)) {
    const known = fields.get(pointer) ?? new Map();
    fields.set(pointer, known.set(JSON.stringify([key, params]), { rule, key, params }));
  }
  return [...fields].map(([pointer, rules]) => {
    const field = fieldAt(resource.fields, pointer);
    return { pointer, kind: field?.kind ?? "text", file: field?.file, rules: [...rules.values()] };
  });
}

function fieldAt(fields: readonly FieldModel[], pointer: string): FieldModel | undefined {
  const [name, ...rest] = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  const field = fields.find((candidate) => candidate.name === name);
  return rest.length === 0 ? field : fieldAt(field?.fields ?? [], `/${rest.join("/")}`);
}
