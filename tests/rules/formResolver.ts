import type { WireRecord } from "../../src/core/schema/descriptor.ts";
import type { ResourceModule } from "../../src/core/schema/resourceModule.ts";
import type { FieldError } from "../../src/core/validation/errors.ts";
import { initialValues } from "../../src/core/validation/normalizeRecord.ts";
import { DEFAULT_PASSWORD_POLICY } from "../../src/core/validation/passwordPolicy.ts";
import { checkForm } from "../../src/panel/views/form/checkForm.ts";
import { formErrorsIn } from "../../src/panel/views/form/formErrors.ts";
import type { FormOverride } from "../../src/panel/views/form/override.ts";

export interface FormInput {
  readonly module: ResourceModule;
  readonly mode: "create" | "update";
  /** Form values. */
  readonly values: WireRecord;
  /** The stored record when editing. */
  readonly record?: WireRecord;
  readonly related: (path: string) => ReturnType<Map<string, never>["get"]>;
}

/** Errors of the form's own validation without rendering it: the first error of each field, as displayed. */
export async function formErrors(input: FormInput, override: FormOverride): Promise<FieldError[]> {
  const { module, mode, values, record, related } = input;
  const { name, fields } = module.descriptor;
  const { errors } = await checkForm(initialValues(fields, values), {
    module,
    mode,
    record,
    passwordPolicy: DEFAULT_PASSWORD_POLICY,
    sources: [],
    load: async () => related,
    override,
    fixedFields: new Set(),
    messageContext: { translate: (key) => key, locale: "en", resource: name, fields },
  });
  return formErrorsIn(errors).flatMap(({ error }) => error ?? []);
}
