import { lazy } from "react";
import type { FieldDescriptor, FieldKind, WireRecord } from "../../core/descriptor.ts";
import { hasValue } from "../../core/valueAt.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import type { CellContext, CellKind, ValueProps } from "./cell.ts";
import { BooleanCell, CountryCell, EnumCell } from "./choice/cells.tsx";
import { DurationCell, MoneyCell, NumberCell, PercentCell } from "./number/cells.tsx";
import { ListCell, ObjectCell } from "./object/cells.tsx";
import { PhoneNumberCell, PhoneNumbersCell } from "./phoneNumber/cells.tsx";
import { Dial } from "./phoneNumber/Dial.tsx";
import { NumberText } from "./phoneNumber/NumberText.tsx";
import { ReferenceCell, ReferencesCell } from "./reference/cells.tsx";
import { CodeCell, EmailCell, EmailListCell, LongTextCell, PasswordCell, TagsCell, TextCell } from "./text/cells.tsx";
import { DateCell, DateTimeCell } from "./time/cells.tsx";

/** A value rendered by its kind; nothing when empty. */
export function Value({ kind, value: own, ...props }: ValueProps) {
  // A sound is not part of its record: it is fetched by the record's id.
  const value = kind === "file" ? props.record.id : own;
  if (!hasValue(value)) return null;
  const { field } = props;
  const { Cell } = cells[field?.secret ? "password" : kind];
  if (kind !== "text" || field?.secret || !(field?.dial || field?.unit === "phone"))
    return <Cell {...props} value={value} Part={Value} />;
  const cell = <NumberText text={String(value)} />;
  if (!field.dial || props.context.place === "words") return cell;
  return (
    <>
      {cell}
      <Dial number={String(value)} />
    </>
  );
}

export interface FieldValueProps {
  readonly field: FieldDescriptor;
  readonly record: WireRecord;
  readonly context: CellContext;
}

/** A record's value of one field. */
export function FieldValue({ field, record, context }: FieldValueProps) {
  const { kind, name } = field;
  return <Value kind={kind} value={record[name]} source={name} record={record} field={field} context={context} />;
}

/** Rare, so first lists do not wait for it. */
const CalendarRangeCell = lazy(async () => ({ default: (await import("./calendarRange/Cell.tsx")).CalendarRangeCell }));
const CallDestinationCell = lazy(async () => {
  const [{ CallDestinationCell }] = await Promise.all([import("./callDestination/Cell.tsx"), addTexts("destinations")]);
  return { default: CallDestinationCell };
});
const FileCell = lazy(async () => {
  const [{ FileCell }] = await Promise.all([import("./file/Cell.tsx"), addTexts("forms")]);
  return { default: FileCell };
});

/** The cell of each kind. */
export const cells: Readonly<Record<FieldKind, CellKind>> = {
  text: { Cell: TextCell },
  longText: { Cell: LongTextCell },
  integer: { Cell: NumberCell, align: "end" },
  decimal: { Cell: NumberCell, align: "end" },
  money: { Cell: MoneyCell, align: "end" },
  percent: { Cell: PercentCell, align: "end" },
  duration: { Cell: DurationCell, align: "end" },
  boolean: { Cell: BooleanCell },
  enum: { Cell: EnumCell },
  reference: { Cell: ReferenceCell },
  references: { Cell: ReferencesCell },
  dateTime: { Cell: DateTimeCell, align: "end" },
  date: { Cell: DateCell, align: "end" },
  timeOfDay: { Cell: DateCell, align: "end" },
  calendarRange: { Cell: CalendarRangeCell },
  callDestination: { Cell: CallDestinationCell },
  email: { Cell: EmailCell },
  emailList: { Cell: EmailListCell },
  host: { Cell: TextCell },
  ip: { Cell: CodeCell },
  ipList: { Cell: CodeCell },
  phoneNumber: { Cell: PhoneNumberCell },
  phoneNumbers: { Cell: PhoneNumbersCell },
  regex: { Cell: CodeCell },
  colour: { Cell: CodeCell },
  file: { Cell: FileCell },
  password: { Cell: PasswordCell },
  country: { Cell: CountryCell },
  timezone: { Cell: TextCell },
  tags: { Cell: TagsCell },
  object: { Cell: ObjectCell },
  list: { Cell: ListCell },
};
