import { enumKey } from "../../navigation/labels.ts";
import type { CellProps, Cells } from "../cell.ts";
import styles from "../kinds.module.css";

export const cells = {
  boolean: { Cell: BooleanCell, isInline: true },
  enum: { Cell: EnumCell, isInline: true },
  country: { Cell: CountryCell },
  timezone: { Cell: ({ value }) => String(value) },
} satisfies Cells;

/** Yes or no; the default one is muted. */
function BooleanCell({ value, context }: CellProps) {
  const isOn = value === true || value === 1 || value === "1";
  return (
    <span className={isOn ? undefined : "quiet"}>{context.translate(isOn ? "views.value.yes" : "views.value.no")}</span>
  );
}

/** The value's label; states also have a decorative mark. */
function EnumCell({ value, source, context }: CellProps) {
  const text = String(value);
  const word = context.translate(enumKey(context.resource, source, text), { _: text });
  if (!isState(source)) return word;
  return (
    <span className="gap-8 inline middle" data-state="">
      <i className={`${styles.mark} ${toneOfState(text)}`} aria-hidden="true" />
      {word}
    </span>
  );
}

type Tone = "success" | "info" | "warning" | "danger" | "quiet";

/** The tone of a state, by what it means for operation: active, pending, blocked or over. */
const toneOf: Readonly<Record<string, Tone>> = {
  active: "success",
  ok: "success",
  online: "success",
  enabled: "success",
  registered: "success",
  unused: "success",
  pending: "info",
  locked: "warning",
  suspended: "warning",
  deprecated: "warning",
  failed: "danger",
  offline: "danger",
  error: "danger",
};

/** Colour of a state's mark; unknown states are muted, like finished ones. */
function toneOfState(value: string): Tone {
  return toneOf[value] ?? "quiet";
}

/** Whether the field is its record's state, and so gets a mark. */
function isState(source: string): boolean {
  return /(^|[._])(status|state)$/.test(source);
}

const names = new Map<string, Intl.DisplayNames>();

/** The country's localized name; unknown codes are shown as they are. */
function CountryCell({ value, context }: CellProps) {
  return countryName(String(value), context.locale);
}

function countryName(code: string, locale: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  const displayNames = names.get(locale) ?? new Intl.DisplayNames(locale, { type: "region" });
  names.set(locale, displayNames);
  return displayNames.of(code.toUpperCase()) ?? code;
}
