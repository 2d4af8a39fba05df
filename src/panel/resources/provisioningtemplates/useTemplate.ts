import { useMemo } from "react";
import { useLocale, useTranslate } from "react-admin";
import { type ReadTemplate, readProvisioning } from "../../../core/telephony/deviceTemplates/provisioning.ts";
import type { ProvisioningField } from "../../../core/telephony/deviceTemplates/provisioningFields.ts";
import { sections } from "../../../core/telephony/deviceTemplates/provisioningSections.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import { fieldKey } from "../../navigation/labels.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { errorMessage } from "../../views/form/errorMessages.ts";

/** A stored template, read once. */
export function useTemplate({ template }: RecordOf<"provisioningtemplates">): ReadTemplate {
  return useMemo(() => readProvisioning(template), [template]);
}

/** Returns the errors of a template, scripts included: none of them runs here. */
export function templateErrors({ model, faults }: ReadTemplate) {
  const scripts = (model?.scripts ?? []).map(({ line }) => ({ rule: "templateScript", line, params: {} }));
  return [...faults, ...scripts];
}

export interface RunErrorText {
  /** The field, by its label; empty: the whole line. */
  readonly label: string;
  readonly text: string;
}

/** Returns texts for errors of a run: at a field of the form, or at one of a record that was to be made. */
export function useErrorTexts(fields: readonly ProvisioningField[]): (error: FieldError) => RunErrorText {
  const translate = useTranslate();
  const locale = useLocale();
  return (error) => {
    const [, name = "", ...segments] = error.pointer.split("/");
    const section = sections.find((candidate) => candidate.name === name);
    const resource = section?.resource ?? "provisioningtemplates";
    const pointer = section ? segments.map((part) => `/${part}`).join("") : error.pointer;
    const text = errorMessage({ ...error, pointer }, { translate, locale, resource, fields: section ? [] : fields });
    return {
      label: section
        ? labelOf(section.resource, segments)
        : (fields.find((field) => field.name === name)?.label ?? name),
      text,
    };
  };

  function labelOf(resource: string, path: readonly string[]): string {
    const title = translate(`resources.${resource}.name`, { smart_count: 1, _: resource });
    const names = path.filter((part) => !/^\d+$/.test(part));
    if (names.length === 0) return title;
    const source = names.join(".");
    return `${title}: ${translate(fieldKey(resource, source), { _: source })}`;
  }
}
