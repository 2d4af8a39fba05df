import type { WireRecord } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { DEFAULT_PASSWORD_POLICY } from "../../../src/core/password.ts";
import type { ResourceModule } from "../../../src/core/resourceModule.ts";
import { loadOverride } from "../../../src/panel/resources/overrides.ts";
import { type FormOverride, toPlainWire } from "../../../src/panel/views/form/override.ts";
import { buildResolver } from "../../../src/panel/views/form/resolver.ts";
import { initialValues } from "../../../src/panel/views/form/values.ts";

export interface FormInput {
  readonly module: ResourceModule;
  readonly mode: "create" | "update";
  /** What the form holds. */
  readonly values: WireRecord;
  /** The stored record, where one is changed. */
  readonly record?: WireRecord;
  readonly related: (path: string) => ReturnType<Map<string, never>["get"]>;
}

/** What the form's own check says, without the form on screen: of each place the first error, as it is shown. */
export async function formErrors(input: FormInput, override: FormOverride): Promise<FieldError[]> {
  const { module, mode, values, record, related } = input;
  const told = new Map<string, FieldError>();
  const resolve = buildResolver(() => ({
    module,
    mode,
    record,
    passwordPolicy: DEFAULT_PASSWORD_POLICY,
    loadRelated: async () => related,
    toWire: override.toWire ?? toPlainWire,
    gives: () => true,
    textOf: (error) => {
      const name = JSON.stringify(error);
      told.set(name, error);
      return name;
    },
  }));
  const { errors } = await resolve(initialValues(module.descriptor.fields, values), undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.values(errors).flatMap((error) =>
    Object.values((error as { types?: Record<string, string> } | undefined)?.types ?? {}).flatMap(
      (name) => told.get(name) ?? [],
    ),
  );
}

/** What is hand-written of the form; nothing for most. */
export const overrideOf = loadOverride;
