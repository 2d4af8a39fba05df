import type { CompositePart, FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import { flatKey } from "../../../core/schema/texts.ts";
import { type FieldError, fieldAtPointer } from "../../../core/validation/errors.ts";
import { formatDuration } from "../../../core/values/duration.ts";
import { centsOf, currencyDigits, formatMoney, moneyToInput } from "../../../core/values/money.ts";
import { enumKey, fieldKey, nameKey } from "../../navigation/labels.ts";
import { formatList, type Translate } from "../../providers/texts.ts";
import { findPartLocation } from "./formParts.ts";

export interface ErrorMessageContext {
  readonly translate: Translate;
  readonly locale: string;
  readonly resource: string;
  readonly fields: readonly MessageField[];
  /** The currency of a field's amounts in the record at hand. */
  readonly currencyOf?: (field: MessageField) => string | undefined;
  /** Records of other resources in the form's values. */
  readonly parts?: readonly MessageScope[];
  /** Labels fields that are known at run time: preferences. */
  readonly labelOf?: (name: string) => string;
}

/** The place of another resource's records in a form, and the resource whose messages they have. */
export interface MessageScope extends Pick<CompositePart, "name" | "created" | "resource"> {
  readonly module: { readonly descriptor: { readonly fields: readonly MessageField[] } };
}

/** The members of a field that its messages depend on. */
export interface MessageField extends Pick<FieldDescriptor, "name" | "kind" | "unit" | "currency"> {
  readonly fields?: readonly MessageField[];
}

/**
 * The message for a broken rule, from specific to general: this field and rule, the key that the rule names, the
 * platform's message if any, the rule.
 */
export function errorMessage(error: FieldError, context: ErrorMessageContext, serverText?: string): string {
  const partLocation = findPartLocation(context.parts ?? [], error.pointer);
  if (partLocation && partLocation.pointer !== "")
    return errorMessage({ ...error, pointer: partLocation.pointer }, within(context, partLocation.part), serverText);
  const { translate, resource } = context;
  const path = flatKey(stripListIndexes(error.pointer));
  const params = { ...paramTexts(error, context), ...exampleOf(error, context) };
  const textOf = (key: string) => translate(key, { ...params, _: "" });
  const kind = fieldAtPointer(context.fields, error.pointer)?.kind;
  return (
    textOf(`resources.${resource}.errors.${path}.${error.rule}`) ||
    // The kind decides how such a value is typed.
    (error.rule === "type" && textOf(`forms.problem.${kind}`)) ||
    textOf(error.key) ||
    serverText ||
    textOf(`rules.${error.rule}`) ||
    translate("forms.problem.unknown")
  );
}

/** An amount as it is typed in the currency at hand: 12.50 EUR, 12.500 KWD, 12 JPY. */
function exampleOf({ pointer, rule }: FieldError, { fields, locale, currencyOf }: ErrorMessageContext) {
  const field = fieldAtPointer(fields, pointer);
  if (rule !== "type" || field?.kind !== "money") return {};
  const currency = currencyOf?.(field);
  const cents = currencyDigits(currency) === 0 ? 1200 : 1250;
  return { example: moneyToInput(cents, locale, currency, field) };
}

/** The context of a part's records. */
function within({ translate, locale }: ErrorMessageContext, { resource, module }: MessageScope): ErrorMessageContext {
  return { translate, locale, resource, fields: module.descriptor.fields };
}

/** "Scheduled billing profiles 2, Start"; in a record of another resource "Subscriber 1, SIP username". */
export function pointerLabel(
  { translate, resource, parts: formParts = [] }: Pick<ErrorMessageContext, "translate" | "resource" | "parts">,
  pointer: string,
): string {
  const partLocation = findPartLocation(formParts, pointer);
  if (partLocation) {
    const { part, index, pointer: below } = partLocation;
    const name =
      part.created === "before"
        ? translate(fieldKey(resource, part.name))
        : translate(nameKey(part.resource), { smart_count: 1 });
    const label = index === undefined ? name : `${name} ${index + 1}`;
    return below === "" ? label : `${label}, ${pointerLabel({ translate, resource: part.resource }, below)}`;
  }
  const parts = pointer.split("/").slice(1);
  return parts
    .flatMap((part, index) => {
      if (/^\d+$/.test(part)) return [];
      const path = stripListIndexes(`/${parts.slice(0, index + 1).join("/")}`);
      const label = translate(fieldKey(resource, path), { _: path });
      const position = parts[index + 1];
      return position !== undefined && /^\d+$/.test(position) ? `${label} ${Number(position) + 1}` : label;
    })
    .join(", ");
}

/** The pointer without list indexes: `/billing_profiles/0/start` becomes `billing_profiles.start`. */
export function stripListIndexes(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .filter((part) => !/^\d+$/.test(part))
    .join(".");
}

/** A rule's parameters in the units of the field: money in units, durations in hours, fields by label. */
function paramTexts(error: FieldError, context: ErrorMessageContext): Record<string, string | number> {
  const field = fieldAtPointer(context.fields, error.pointer);
  return Object.fromEntries(
    Object.entries(error.params).map(([name, value]) => [name, paramText(name, value, field, context)]),
  );
}

function paramText(
  name: string,
  value: Json,
  field: MessageField | undefined,
  context: ErrorMessageContext,
): string | number {
  const { translate, locale, resource } = context;
  if (name === "fields" && Array.isArray(value)) {
    return formatList(
      value.map((path) => translate(fieldKey(resource, String(path)))),
      locale,
    );
  }
  // A number, which chooses between singular and plural.
  if (name === "smart_count" && typeof value === "number") return value;
  if (name === "than" && context.labelOf) return context.labelOf(String(value));
  if (name === "from" || name === "to")
    return formatList(
      [value]
        .flat()
        .map((status) => translate(enumKey(resource, field?.name ?? "", String(status)), { _: String(status) })),
      locale,
    );
  if (name === "resource") return translate(`resources.${String(value)}.name`, { smart_count: 2 });
  if (name === "limit" && typeof value === "number") {
    if (field?.kind === "money") return formatMoney(centsOf(value, field), locale, context.currencyOf?.(field));
    if (field?.kind === "duration") return formatDuration(value, locale);
    return String(value);
  }
  return Array.isArray(value) ? formatList(value.map(String), locale) : String(value ?? "");
}
