import { lazy } from "react";
import type { FieldKind } from "../../core/descriptor.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import { BooleanCell } from "./boolean/Cell.tsx";
import type { CellKind } from "./cell.ts";
import { CountryCell } from "./country/Cell.tsx";
import { DateTimeCell } from "./dateTime/Cell.tsx";
import { DurationCell } from "./duration/Cell.tsx";
import { EmailCell } from "./email/Cell.tsx";
import { EmailListCell } from "./emailList/Cell.tsx";
import { EnumCell } from "./enum/Cell.tsx";
import { NumberCell } from "./integer/Cell.tsx";
import { ListCell } from "./list/Cell.tsx";
import { LongTextCell } from "./longText/Cell.tsx";
import { MoneyCell } from "./money/Cell.tsx";
import { ObjectCell } from "./object/Cell.tsx";
import { PasswordCell } from "./password/Cell.tsx";
import { PercentCell } from "./percent/Cell.tsx";
import { PhoneNumberCell } from "./phoneNumber/Cell.tsx";
import { PhoneNumbersCell } from "./phoneNumbers/Cell.tsx";
import { ReferenceCell } from "./reference/Cell.tsx";
import { ReferencesCell } from "./references/Cell.tsx";
import { CodeCell } from "./regex/Cell.tsx";
import { TagsCell } from "./tags/Cell.tsx";
import { TextCell } from "./text/Cell.tsx";

/** Rare, and not to be waited for by every first list. */
const CalendarRangeCell = lazy(async () => ({ default: (await import("./calendarRange/Cell.tsx")).CalendarRangeCell }));
const CallDestinationCell = lazy(async () => {
  const [{ CallDestinationCell }] = await Promise.all([import("./callDestination/Cell.tsx"), addTexts("destinations")]);
  return { default: CallDestinationCell };
});
const FileCell = lazy(async () => {
  const [{ FileCell }] = await Promise.all([import("./file/Cell.tsx"), addTexts("forms")]);
  return { default: FileCell };
});

/** How a value of each kind is shown. */
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
  date: { Cell: TextCell, align: "end" },
  timeOfDay: { Cell: TextCell, align: "end" },
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
