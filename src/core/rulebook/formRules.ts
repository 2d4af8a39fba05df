import { formatExamples } from "../../generated/formatExamples.gen.ts";
import type {
  Condition,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  RuleEntry,
  RuleName,
} from "../schema/descriptor.ts";
import { MAX_INTEGER } from "../schema/ids.ts";
import { wireItem, wireType } from "../schema/wireType.ts";
import { fieldError } from "../validation/errors.ts";
import { hasTwins } from "../values/hasTwins.ts";
import { memoize } from "../values/memoize.ts";
import {
  exampleEntries,
  fileRuleExamples,
  isWithin,
  leastEntriesOf,
  MAX_EXAMPLE_LENGTH,
  multipleExamples,
  passwordRuleExamples,
  stepsFrom,
  textOfLength,
  valuesOutside,
  wrongTypes,
} from "./ruleExamples.ts";
import { type Rule, rulesBetween, withOtherBound, withoutFormat } from "./rulesBetween.ts";
import { transitionRules, withFirstChoices } from "./transitionRules.ts";

const ID_NOBODY_HAS = MAX_INTEGER - 1;

/** Members of a rule that are not its values. */
type RuleExtras = Partial<Pick<Rule, "key" | "mode" | "when" | "side" | "with">> & { readonly at?: string };

interface Examples {
  readonly valid?: readonly Json[];
  readonly invalid?: readonly Json[];
}

type AddRule = (rule: RuleName, params: Rule["params"], examples: Examples, extra?: RuleExtras) => void;

/**
 * Every rule of a resource's form, with values that keep it and values that break it; none where nothing is written.
 * The same entries each time.
 */
export const formRulesOf: (descriptor: ResourceDescriptor) => readonly RuleEntry[] = memoize(makeRules);

function makeRules(descriptor: ResourceDescriptor): RuleEntry[] {
  const { name, operations, fields } = descriptor;
  const canCreate = operations.includes("create");
  if (!canCreate && !operations.includes("update")) return [];
  const rulesOfFields = fields
    .flatMap((field) => fieldRules(field, ""))
    .map(withOtherBound(descriptor))
    .map(withoutFormat(descriptor))
    .map(withFirstChoices(descriptor));
  return [...rulesOfFields, ...rulesBetween(descriptor), ...transitionRules(descriptor)].flatMap(
    (rule): RuleEntry[] => {
      const requirements = requirementsAt(descriptor, rule.pointer);
      const entry = { resource: name, ...rule, ...(requirements ? { requirements } : {}) };
      // A resource without `create` has no rules for new records.
      return canCreate ? [entry] : rule.mode === "create" ? [] : [{ ...entry, mode: "update" }];
    },
  );
}

/** The requirements of the field at a pointer, of the nearest structure around it, or of the whole form. */
export function requirementsAt(
  { fields, requirements }: Pick<FieldDescriptor, "fields" | "requirements">,
  pointer: string,
): readonly string[] | undefined {
  const [name, ...rest] = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  const field = fields?.find((candidate) => candidate.name === name);
  return field ? (requirementsAt(field, rest.join("/")) ?? requirements) : requirements;
}

/** `shownWhen`: the condition of the structure around the field, which is its own as well. */
function fieldRules(field: FieldDescriptor, prefix: string, shownWhen?: Condition): Rule[] {
  if (field.readOnly || field.internal) return [];
  const pointer = `${prefix}/${field.name}`;
  const { kind } = field;
  const type = wireType(field);
  const when = field.when ?? shownWhen;
  const mode = prefix === "" && field.immutable ? ("create" as const) : undefined;
  const rules: Rule[] = [];
  const add: AddRule = (rule, params, examples, { at = pointer, ...extra } = {}) => {
    const said = { side: "both" as const, ...(mode ? { mode } : {}), ...(when ? { when } : {}), ...extra };
    rules.push({ ...fieldError(at, rule, params), ...said, valid: [], invalid: [], ...examples });
  };

  if (field.required) {
    add("required", {}, { invalid: [null] }, field.required === "create" ? { mode: "create" } : {});
  }
  if (field.requiredWhen) add("required", {}, { invalid: [null] }, { when: field.requiredWhen });
  add("type", { type }, { invalid: wrongTypes(type) });
  addBounds(field, pointer, add);
  if (type === "string" && !field.enum) add("format", { format: "text" }, { invalid: ["a\u0000b"] });
  if (kind === "password") {
    for (const [name, examples] of Object.entries(passwordRuleExamples)) {
      add("format", { format: "password" }, examples, { key: `rules.password.${name}` });
    }
  }
  if (field.file) {
    for (const [name, examples] of Object.entries(fileRuleExamples(field.file))) {
      const side = name === "upload" ? "server" : "both";
      add("format", { format: "file" }, examples, { key: `rules.file.${name}`, side });
    }
  }
  if (field.unique) {
    add(field.nullsNotDistinct ? "uniqueTogether" : "unique", { within: [...field.unique] }, {}, { side: "server" });
  }
  const resource = field.reference?.resource;
  if (kind === "reference" && resource) {
    add("reference", { resource }, { invalid: [ID_NOBODY_HAS] }, { side: "server" });
  }
  if (mode) add("business", {}, {}, { key: "rules.business.fixed", side: "server", mode: "update" });
  for (const nested of field.fields ?? []) {
    rules.push(...fieldRules(nested, type === "array" ? `${pointer}/0` : pointer, when));
  }
  return rules;
}

/** Rules of JSON Schema that have a bound: there is an example at it, and on each side of it. */
function addBounds(field: FieldDescriptor, pointer: string, add: AddRule): void {
  const { enum: choices, const: only, minimum, maximum, minLength = 0, maxLength = MAX_EXAMPLE_LENGTH, format } = field;
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf, pattern, patternExamples } = field;
  const type = wireType(field);
  if (only !== undefined) {
    const other = typeof only === "boolean" ? [!only] : valuesOutside([only]);
    add("const", { allowedValue: only }, { valid: [only], invalid: other });
    return;
  }
  if (choices) {
    add("enum", { allowedValues: [...choices] }, { valid: choices, invalid: valuesOutside(choices) });
  } else {
    // Nobody knows which record has the highest id: a reference's own value stands for what is accepted.
    const accepted = (values: readonly number[]) => (field.reference ? [] : values.filter(isWithin(field)));
    if (minimum !== undefined) {
      const valid = accepted([minimum, ...stepsFrom(minimum, type, 1)]);
      add("minimum", { limit: minimum }, { valid, invalid: stepsFrom(minimum, type, -1) });
    }
    if (maximum !== undefined) {
      const valid = accepted([maximum, ...stepsFrom(maximum, type, -1)]);
      add("maximum", { limit: maximum }, { valid, invalid: stepsFrom(maximum, type, 1) });
    }
    if (above !== undefined) {
      const valid = accepted(stepsFrom(above, type, 1));
      add("exclusiveMinimum", { limit: above }, { valid, invalid: [above, ...stepsFrom(above, type, -1)] });
    }
    if (below !== undefined) {
      const valid = accepted(stepsFrom(below, type, -1));
      add("exclusiveMaximum", { limit: below }, { valid, invalid: [below, ...stepsFrom(below, type, 1)] });
    }
    if (multipleOf !== undefined) add("multipleOf", { limit: multipleOf }, multipleExamples(field, multipleOf));
  }
  if (type === "string") addLengths(field, add);
  if (type === "array") addItems(field, pointer, add);
  if (pattern !== undefined) add("pattern", { pattern }, patternExamples ?? {});
  if (format && format !== "password") {
    const { valid = [], invalid = [] } = formatExamples[format] ?? {};
    const fits = (text: string) => [...text].length <= maxLength && [...text].length >= minLength;
    const only = field.formatWhen ? { when: field.formatWhen } : {};
    add("format", { format }, { valid: valid.filter(fits), invalid }, only);
  }
}

function addLengths(field: FieldDescriptor, add: AddRule): void {
  const { minLength = 0, maxLength } = field;
  const texts = (...lengths: number[]) =>
    lengths
      .filter((length) => length >= Math.max(minLength, 1) && length <= (maxLength ?? length))
      .flatMap((length) => textOfLength(field, length) ?? []);
  if (minLength > 0) {
    const short = textOfLength(field, minLength - 1) ?? "x".repeat(minLength - 1);
    // Nothing is no value at all, and another rule's matter.
    const invalid = minLength > 1 ? [short] : [];
    add("minLength", { limit: minLength }, { valid: texts(minLength, minLength + 1), invalid });
  }
  if (maxLength !== undefined) {
    const long = textOfLength(field, maxLength + 1) ?? "x".repeat(maxLength + 1);
    add("maxLength", { limit: maxLength }, { valid: texts(maxLength, maxLength - 1), invalid: [long] });
  }
}

/** Adds rules of a list: its length, and its entries if they have no fields. */
function addItems(field: FieldDescriptor, pointer: string, add: AddRule): void {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, minProperties: least } = field;
  const some = (...counts: number[]) =>
    counts
      .filter((count) => count >= minItems && count <= maxItems)
      .map((count) => exampleEntries(field, count))
      .filter((entries) => !field.uniqueItems || !hasTwins(entries));
  if (minItems > 0) {
    const invalid = [exampleEntries(field, minItems - 1)];
    add("minItems", { limit: minItems }, { valid: some(minItems, minItems + 1), invalid });
  }
  if (Number.isFinite(maxItems)) {
    const invalid = [exampleEntries(field, maxItems + 1)];
    add("maxItems", { limit: maxItems }, { valid: some(maxItems, maxItems - 1), invalid });
  }
  if (field.uniqueItems) {
    const twins = exampleEntries(field, 1).flatMap((entry) => [entry, entry]);
    add("uniqueItems", {}, { valid: some(minItems, 2), invalid: maxItems > 1 ? [twins] : [] });
  }
  const atEntry = { at: `${pointer}/0` };
  if (least) add("minProperties", { limit: least }, { valid: leastEntriesOf(field), invalid: [{}] }, atEntry);
  if (field.fields) return;
  const { type, minimum, maximum, maxLength, format, enum: choices } = wireItem(field);
  add("type", { type }, { invalid: wrongTypes(type) }, atEntry);
  if (choices)
    add("enum", { allowedValues: [...choices] }, { valid: choices, invalid: valuesOutside(choices) }, atEntry);
  if (minimum !== undefined) add("minimum", { limit: minimum }, { invalid: stepsFrom(minimum, type, -1) }, atEntry);
  if (maximum !== undefined) add("maximum", { limit: maximum }, { invalid: stepsFrom(maximum, type, 1) }, atEntry);
  if (maxLength) {
    const valid = [maxLength, maxLength - 1].flatMap((length) => textOfLength({ format }, length) ?? []);
    add("maxLength", { limit: maxLength }, { valid, invalid: ["x".repeat(maxLength + 1)] }, atEntry);
  }
  if (format) add("format", { format }, formatExamples[format] ?? {}, atEntry);
}
