import type { Json } from "../../../core/schema/descriptor.ts";
import {
  Code,
  type KnownPreferences,
  readProvisioning as read,
  type TemplateNode,
} from "../../../core/telephony/deviceTemplates/provisioning.ts";
import type { ProvisioningField } from "../../../core/telephony/deviceTemplates/provisioningFields.ts";
import type { SectionName } from "../../../core/telephony/deviceTemplates/provisioningSections.ts";
import { faultOf, fillIn } from "../../../core/telephony/deviceTemplates/templateEngine.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { type FieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { LruCache } from "../../evaluation/lruCache.ts";

declare module "../../evaluation/evaluators.ts" {
  interface Evaluators {
    readonly readProvisioning: typeof readProvisioning;
    readonly fillProvisioning: typeof fillProvisioning;
  }
}

/** The source of a template, which threads ask for. */
export interface TemplateSource {
  readonly text: string;
  readonly preferences: KnownPreferences;
}

type Ask = (question: "source") => Promise<TemplateSource>;

/** Values that templates can name when a line is made. */
export type LineValues = Readonly<Record<string, unknown>> & { readonly row?: Readonly<Record<string, Json>> };

/** A template without what is filled in. */
export interface TemplateOutline {
  readonly faults: ReturnType<typeof read>["faults"];
  /** Null if the text is no YAML. */
  readonly model: {
    readonly fields: readonly ProvisioningField[];
    readonly sections: readonly SectionName[];
    /** Lines of values that are scripts. */
    readonly scripts: readonly number[];
  } | null;
}

/** Templates that this thread was asked for last. */
const cache = new LruCache<ReturnType<typeof read>>(20, () => 1);

async function templateOf(digest: string, ask: Ask) {
  const cached = cache.get(digest);
  if (cached) return cached;
  const { text, preferences } = await ask("source");
  return cache.set(digest, read(text, preferences));
}

export async function readProvisioning({ digest }: { readonly digest: string }, ask: Ask): Promise<TemplateOutline> {
  const { model, faults } = await templateOf(digest, ask);
  if (!model) return { faults, model: null };
  const { fields, sections, scripts } = model;
  return { faults, model: { fields, sections: [...sections.keys()], scripts: scripts.map(({ line }) => line) } };
}

/** A part of a template for one line; its errors are the template's. */
export type Filled = { readonly value: Json } | { readonly errors: readonly FieldError[] };

export interface PartQuestion {
  readonly digest: string;
  /** A section, or the computed fields as members of an object. */
  readonly part: SectionName | "calculated";
  readonly lines: readonly LineValues[];
}

export async function fillProvisioning({ digest, part, lines }: PartQuestion, ask: Ask): Promise<readonly Filled[]> {
  const { model } = await templateOf(digest, ask);
  const valueFor = (values: LineValues) =>
    part === "calculated" ? compute(values) : fill(model?.sections.get(part) ?? null, values);
  /** Later ones see earlier ones. */
  const compute = (values: LineValues): Json => {
    const row = { ...values.row };
    const entries = (model?.calculated ?? []).map(({ name, value }): [string, Json] => {
      row[name] = fill(value, { ...values, row });
      return [name, row[name]];
    });
    return Object.fromEntries(entries);
  };
  return lines.map((values): Filled => {
    try {
      return { value: valueFor(values) };
    } catch (error) {
      if (error instanceof PlatformError) return { errors: error.fieldErrors };
      throw error;
    }
  });
}

function fill(part: TemplateNode, values: LineValues): Json {
  if (part instanceof Code) return render(part, values);
  if (Array.isArray(part)) return part.map((item: TemplateNode) => fill(item, values));
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part);
  return Object.fromEntries(members.map(([name, member]) => [name, fill(member, values)]));
}

function render(code: Code, values: LineValues): Json {
  try {
    const text = fillIn(code, values).replace(/\n$/, "");
    return text === "" ? null : text;
  } catch (error) {
    const { rule, params } = faultOf(error);
    throw validationFailed([businessError("/template", rule, { line: code.line, ...params })]);
  }
}
