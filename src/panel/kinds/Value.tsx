import type { FieldDescriptor, FieldKind, Json, WireRecord } from "../../core/schema/descriptor.ts";
import { hasValue } from "../../core/schema/valueAt.ts";
import { formatWireDate } from "../../core/values/dateTime.ts";
import { toE164Digits, toNumberParts } from "../../core/values/phoneNumber.ts";
import { loadedLate } from "../providers/later.ts";
import type { CellContext, CellKind, CellProps, ValueProps } from "./cell.ts";
import { BooleanCell, CountryCell, EnumCell } from "./choice/cells.tsx";
import { DurationCell, MoneyCell, NumberCell, PercentCell } from "./number/cells.tsx";
import { ListCell, ObjectCell } from "./object/cells.tsx";
import { Dial } from "./phoneNumber/Dial.tsx";
import { NumberText } from "./phoneNumber/NumberText.tsx";
import { ReferenceCell, ReferencesCell } from "./reference/cells.tsx";
import { CodeCell, EmailCell, EmailListCell, LongTextCell, PasswordCell, TagsCell, TextCell } from "./text/cells.tsx";
import { Moment } from "./time/Moment.tsx";
import { ValueList } from "./ValueList.tsx";

/** A value rendered by its kind; nothing when empty. */
export function Value({ kind, value: own, ...props }: ValueProps) {
  // A sound is not part of its record: it is fetched by the record's id.
  const value = kind === "file" ? props.record.id : own;
  if (!hasValue(value)) return null;
  const { field } = props;
  const { Cell } = cells[field?.secret ? "password" : kind];
  if (kind !== "text" || field?.secret || !(field?.clickToDial || field?.unit === "phone"))
    return <Cell {...props} value={value} Part={Value} />;
  const cell = <NumberText text={String(value)} />;
  if (!field.clickToDial || props.context.place === "words") return cell;
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
const CalendarRangeCell = loadedLate(() => import("./calendarRange/Cell.tsx"), "CalendarRangeCell");
const CallDestinationCell = loadedLate(() => import("./callDestination/Cell.tsx"), "CallDestinationCell", [
  "destinations",
]);
const FileCell = loadedLate(() => import("./file/Cell.tsx"), "FileCell", ["forms"]);

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

/** The instant in the user's time zone; invalid ones are shown as they are. */
function DateTimeCell({ value, context: { zone } }: CellProps) {
  return <Moment at={String(value)} zone={zone} />;
}

/** A date or a time of day, which are in no zone. */
function DateCell({ value }: CellProps) {
  return formatWireDate(String(value));
}

function PhoneNumberCell({ value, context }: CellProps) {
  return <PhoneNumberText number={value} context={context} />;
}

/** In its parts (country, area, subscriber) until the groups of its country are known. */
function PhoneNumberText({ number, context }: { readonly number: Json } & Pick<CellProps, "context">) {
  const parts = toNumberParts(number);
  if (!parts) return String(number ?? "");
  const digits = toE164Digits(parts);
  if (digits === null) return [parts.cc, parts.ac, parts.sn].filter(Boolean).join(" ");
  return (
    <>
      <NumberText text={`+${digits}`}>
        <span>+{parts.cc}</span>
        {parts.ac && <span>{parts.ac}</span>}
        <span>{parts.sn}</span>
      </NumberText>
      {context.place !== "words" && <Dial number={`+${digits}`} />}
    </>
  );
}

function PhoneNumbersCell({ value, context }: CellProps) {
  const numbers = Array.isArray(value) ? value : [value];
  return (
    <ValueList context={context}>
      {numbers.map((number) => (
        <PhoneNumberText key={JSON.stringify(number)} number={number} context={context} />
      ))}
    </ValueList>
  );
}
