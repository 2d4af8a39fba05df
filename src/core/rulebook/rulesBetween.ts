import { formatExamples } from "../../generated/formatExamples.gen.ts";
import type {
  Condition,
  ConditionValue,
  FieldDescriptor,
  FieldKind,
  Json,
  ResourceDescriptor,
  RuleEntry,
} from "../schema/descriptor.ts";
import { exampleOf } from "./ruleExamples.ts";

/** A rule of a form as it is worked out, before it is said whose it is. */
export type Rule = Omit<RuleEntry, "resource">;

type FormDescriptor = Pick<ResourceDescriptor, "fields" | "rules" | "dependentRequired">;

export function rulesBetween(descriptor: FormDescriptor): Rule[] {
  return [...userNames(descriptor), ...dependent(descriptor), ...crossRules(descriptor)];
}

/**
 * Returns rules with a value for the other bound: a start before a value that is tried as an end, and the other way
 * round.
 */
export function withOtherBound({ rules, fields }: FormDescriptor): (rule: Rule) => Rule {
  const otherBounds = new Map<string, Rule["with"]>(
    rules.flatMap(({ rule, fields: [first = "", second = ""] }): (readonly [string, Rule["with"]])[] => {
      if (rule !== "before") return [];
      // Nothing comes before midnight but no start at all.
      const [early, late] = farApart(memberOf(fields, first)?.kind);
      return [
        [toPointer(second), { [toPointer(first)]: early }],
        [toPointer(first), { [toPointer(second)]: late }],
      ];
    }),
  );
  return (rule) => {
    const otherBound = otherBounds.get(rule.pointer);
    return otherBound ? { ...rule, with: otherBound } : rule;
  };
}

/** Returns rules that try a text, whose format depends on a choice, under another choice with invalid texts. */
export function withoutFormat({ fields }: FormDescriptor): (rule: Rule) => Rule {
  const free = new Map(
    fields.flatMap(
      ({ name, format = "", formatWhen = {}, formatElse }): (readonly [string, Pick<Rule, "valid" | "with">])[] => {
        const [[path, expected] = []] = Object.entries(formatWhen as Readonly<Record<string, ConditionValue>>);
        const choices = fields.find((field) => field.name === path)?.enum ?? [];
        const other = choices.find((choice) => ![expected].flat().includes(choice));
        if (other === undefined) return [];
        const valid = formatElse ? formatExamples[formatElse]?.valid : formatExamples[format]?.invalid;
        return [[toPointer(name), { valid: valid ?? [], with: { [`/${path}`]: other } }]];
      },
    ),
  );
  return (rule) =>
    rule.rule === "format" && rule.params.format === "text" ? { ...rule, ...free.get(rule.pointer) } : rule;
}

/** A password that holds the name its owner logs in by. */
function userNames({ fields }: FormDescriptor): Rule[] {
  const name = fields.find((field) => ["username", "webusername", "login"].includes(field.name) && !field.readOnly);
  if (!name) return [];
  return fields
    .filter((field) => field.kind === "password" && !field.readOnly)
    .map((field) => ({
      pointer: `/${field.name}`,
      rule: "format",
      key: "rules.password.username",
      params: { format: "password" },
      side: "both" as const,
      with: { [`/${name.name}`]: `copper_${field.name}` },
      valid: ["Qz7_vmrk"],
      invalid: [`A-Copper_${field.name}-4`],
      ...shownWhen(field),
    }));
}

/** Rules of `dependentRequired`, for records without the other fields that require the same one. */
function dependent({ dependentRequired = {}, fields }: FormDescriptor): Rule[] {
  const needs = Object.entries(dependentRequired);
  const rivals = (name: string, other: string) =>
    needs
      .filter(([rival, all]) => rival !== name && all.includes(other))
      .map(([rival]) => [`/${rival}`, null] as const);
  return needs.flatMap(([name, required]) =>
    required.map((other) => ({
      pointer: `/${other}`,
      rule: "required",
      key: "rules.required",
      params: {},
      side: "both" as const,
      valid: [],
      invalid: [null],
      when: fields.find((field) => field.name === other)?.when ?? { [name]: { not: null } },
      ...(rivals(name, other).length > 0 ? { with: Object.fromEntries(rivals(name, other)) } : {}),
    })),
  );
}

/** Rules between fields, reported at the last of them; `with` has the values of the others. */
function crossRules({ rules, fields }: FormDescriptor): Rule[] {
  return rules.flatMap((between): Rule[] => {
    const { rule, fields: paths } = between;
    const [first = "", second = ""] = paths;
    if (rule === "distinct") return distinct(first, fields);
    const outer = fields.find(({ name }) => name === first.split(".")[0]);
    const field = memberOf(fields, second);
    if (!field) return [];
    const example = exampleOf(field);
    const examples: Pick<Rule, "valid" | "invalid"> & { readonly otherValue?: Json } =
      rule === "before"
        ? orders(field.kind, between.orEqual ?? false)
        : rule === "differs"
          ? { otherValue: example, valid: [], invalid: [example] }
          : { valid: [example], invalid: [null] };
    const otherPaths = rule === "together" ? paths.filter((path) => path !== second) : [first];
    const otherValues = otherPaths.flatMap((path) => {
      const other = memberOf(fields, path);
      return other ? [[toPointer(path), examples.otherValue ?? exampleOf(other)] as const] : [];
    });
    return [
      {
        pointer: toPointer(second),
        rule,
        key: `rules.${rule}`,
        params: { fields: [...paths] },
        side: "both",
        with: Object.fromEntries(otherValues),
        valid: examples.valid,
        invalid: examples.invalid,
        ...shownWhen(outer),
      },
    ];
  });
}

/** Values before and after every other one; times of day have none. */
export function farApart(kind: FieldKind | undefined): readonly [early: string | null, late: string | null] {
  if (kind === "timeOfDay") return [null, null];
  return kind === "date" ? ["1999-01-01", "2999-01-01"] : ["1999-01-01T00:00:00Z", "2999-01-01T00:00:00Z"];
}

/**
 * A start, and ends long before it, just before it, equal, just after it and long after it. Whether equal ends are
 * accepted is the schema's word alone: the checks in `crossRules.ts` are what these values are for.
 */
function orders(kind: FieldKind, orEqual: boolean): Pick<Rule, "valid" | "invalid"> & { readonly otherValue: Json } {
  const [before = "", just = "", start = "", next = "", after = ""] = moments(kind);
  return {
    otherValue: start,
    valid: [after, next, ...(orEqual ? [start] : [])],
    invalid: [before, just, ...(orEqual ? [] : [start])],
  };
}

/** Five in order; the middle ones are as close as the kind tells apart. */
export function moments(kind: FieldKind): readonly string[] {
  if (kind === "timeOfDay") return ["08:00:00", "11:59:59", "12:00:00", "12:00:01", "20:00:00"];
  if (kind === "date") return ["2030-01-01", "2030-01-31", "2030-02-01", "2030-02-02", "2030-03-01"];
  return [
    "2030-01-01T00:00:00Z",
    "2030-01-31T23:59:59Z",
    "2030-02-01T00:00:00Z",
    "2030-02-01T00:00:01Z",
    "2030-03-01T00:00:00Z",
  ];
}

/** Reported at the second of two items: there has to be one before it. */
function distinct(path: string, fields: readonly FieldDescriptor[]): Rule[] {
  const field = memberOf(fields, path);
  const [list, name] = path.split(".");
  if (!field) return [];
  const { enum: choices, format } = field;
  const values = choices ?? (format ? formatExamples[format]?.valid : undefined) ?? [];
  const [existing = "x", other = "y"] = values;
  return [
    {
      pointer: `/${list}/1/${name}`,
      rule: "distinct",
      key: "rules.distinct",
      params: { fields: [path] },
      side: "both",
      with: { [`/${list}/0/${name}`]: existing },
      valid: [other],
      invalid: [existing],
      ...shownWhen(fields.find((candidate) => candidate.name === list)),
    },
  ];
}

function shownWhen(field: FieldDescriptor | undefined): { readonly when?: Condition } {
  return field?.when ? { when: field.when } : {};
}

function memberOf(fields: readonly FieldDescriptor[], path: string): FieldDescriptor | undefined {
  const [name, inner] = path.split(".");
  const field = fields.find((candidate) => candidate.name === name);
  return inner === undefined ? field : field?.fields?.find((candidate) => candidate.name === inner);
}

const toPointer = (path: string) => `/${path.replace(".", "/0/")}`;
