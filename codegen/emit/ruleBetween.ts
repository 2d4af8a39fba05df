import type { FieldModel, Model, ResourceModel } from "../model.ts";
import type { Condition } from "../schemaTypes.ts";
import { compact } from "./print.ts";
import { exampleOf } from "./ruleExamples.ts";

/** A rule of one form as it goes into the book; RuleEntry says what its members mean. */
export interface Rule {
  readonly pointer: string;
  readonly rule: string;
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly mode?: "create" | "update";
  readonly when?: Condition;
  readonly side: "both" | "server";
  readonly with?: Readonly<Record<string, unknown>>;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

/** Rules that look at more than one field of a record. */
export function rulesBetween(resource: ResourceModel, model: Model): Rule[] {
  return [...userNames(resource), ...dependent(resource), ...crossRules(resource, model)];
}

/** Beside what is tried as an end stands a start that comes before it, and the other way round. */
export function inOrder({ x, fields }: ResourceModel): (rule: Rule) => Rule {
  const others = new Map<string, Rule["with"]>(
    (x.rules ?? []).flatMap(({ rule, fields: [first = "", second = ""] }): (readonly [string, Rule["with"]])[] => {
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
    const beside = others.get(rule.pointer);
    return beside ? { ...rule, with: beside } : rule;
  };
}

/** A password that holds the name its owner logs in by. */
function userNames({ fields }: ResourceModel): Rule[] {
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
      ...compact({ when: field.when }),
    }));
}

/** What one field takes along: `dependentRequired`. */
function dependent({ schema, fields }: ResourceModel): Rule[] {
  return Object.entries(schema.dependentRequired ?? {}).flatMap(([name, others]) =>
    others.map((other) => ({
      pointer: `/${other}`,
      rule: "required",
      key: "rules.required",
      params: {},
      side: "both" as const,
      valid: [],
      invalid: [null],
      ...compact({ when: fields.find((field) => field.name === other)?.when ?? { [name]: { not: null } } }),
    })),
  );
}

/** Rules between fields, told at the last of them; `with` is what the others hold. */
function crossRules({ x, fields }: ResourceModel, model: Model): Rule[] {
  return (x.rules ?? []).flatMap(({ rule, fields: paths }) => {
    const [first = "", second = ""] = paths;
    if (rule === "distinct") return distinct(first, fields, model);
    const outer = fields.find(({ name }) => name === first.split(".")[0]);
    const field = memberOf(fields, second);
    const [early, middle, late] = oneAfterAnother(field?.kind);
    const example = field ? exampleOf(field, model) : undefined;
    const examples =
      rule === "before"
        ? { held: middle, valid: [late], invalid: [early] }
        : rule === "differs"
          ? { held: example, valid: [], invalid: [example] }
          : { held: undefined, valid: [example], invalid: [null] };
    const others = rule === "before" || rule === "differs" ? [first] : paths.filter((path) => path !== second);
    const held = others.map((path) => {
      const other = memberOf(fields, path);
      return [toPointer(path), examples.held ?? (other ? exampleOf(other, model) : undefined)];
    });
    return {
      pointer: toPointer(second),
      rule,
      key: `rules.${rule}`,
      params: { fields: paths },
      side: "both" as const,
      with: Object.fromEntries(held),
      valid: examples.valid,
      invalid: examples.invalid,
      ...compact({ when: outer?.when }),
    };
  });
}

/** Before and after whatever stands beside it; times of day have no such. */
function farApart(kind: string | undefined): readonly [early: string | null, late: string | null] {
  if (kind === "timeOfDay") return [null, null];
  return kind === "date" ? ["1999-01-01", "2999-01-01"] : ["1999-01-01T00:00:00Z", "2999-01-01T00:00:00Z"];
}

function oneAfterAnother(kind: string | undefined): readonly string[] {
  if (kind === "timeOfDay") return ["08:00:00", "12:00:00", "20:00:00"];
  const days = ["2030-01-01", "2030-02-01", "2030-03-01"];
  return kind === "date" ? days : days.map((day) => `${day}T00:00:00Z`);
}

/** Told at the second of two items: there has to be one before it. */
function distinct(path: string, fields: readonly FieldModel[], model: Model): Rule[] {
  const field = memberOf(fields, path);
  const [list, name] = path.split(".");
  if (!field) return [];
  const { enum: choices, format } = field.schema;
  const known = choices ?? (format ? model.formats[format]?.valid : undefined) ?? ["x", "y"];
  const [held, other] = known;
  return [
    {
      pointer: `/${list}/1/${name}`,
      rule: "distinct",
      key: "rules.distinct",
      params: { fields: [path] },
      side: "both",
      with: { [`/${list}/0/${name}`]: held },
      valid: [other],
      invalid: [held],
      ...compact({ when: fields.find((candidate) => candidate.name === list)?.when }),
    },
  ];
}

function memberOf(fields: readonly FieldModel[], path: string): FieldModel | undefined {
  const [name, inner] = path.split(".");
  const field = fields.find((candidate) => candidate.name === name);
  return inner === undefined ? field : field?.fields?.find((candidate) => candidate.name === inner);
}

const toPointer = (path: string) => `/${path.replace(".", "/0/")}`;
