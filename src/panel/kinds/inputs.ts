import type { ComponentType } from "react";
import type { FieldKind } from "../../core/descriptor.ts";
import { BooleanInput } from "./boolean/Input.tsx";
import { CalendarRangeInput } from "./calendarRange/Input.tsx";
import { CallDestinationInput } from "./callDestination/LazyInput.tsx";
import { ColourInput } from "./colour/Input.tsx";
import type { InputProps } from "./controls/InputProps.ts";
import { CountryInput } from "./country/Input.tsx";
import { DateInput } from "./date/Input.tsx";
import { DateTimeInput } from "./dateTime/Input.tsx";
import { DecimalInput } from "./decimal/Input.tsx";
import { DurationInput } from "./duration/Input.tsx";
import { EmailInput } from "./email/Input.tsx";
import { EmailListInput } from "./emailList/Input.tsx";
import { EnumInput } from "./enum/Input.tsx";
import { FileInput } from "./file/Input.tsx";
import { HostInput } from "./host/Input.tsx";
import { IntegerInput } from "./integer/Input.tsx";
import { IpInput } from "./ip/Input.tsx";
import { IpListInput } from "./ipList/Input.tsx";
import { ListInput } from "./list/Input.tsx";
import { LongTextInput } from "./longText/Input.tsx";
import { MoneyInput } from "./money/Input.tsx";
import { ObjectInput } from "./object/Input.tsx";
import { PasswordInput } from "./password/Input.tsx";
import { PercentInput } from "./percent/Input.tsx";
import { PhoneNumberInput } from "./phoneNumber/Input.tsx";
import { PhoneNumbersInput } from "./phoneNumbers/Input.tsx";
import { ReferenceInput } from "./reference/Input.tsx";
import { ReferencesInput } from "./references/Input.tsx";
import { RegexInput } from "./regex/Input.tsx";
import { TagsInput } from "./tags/Input.tsx";
import { TextInput } from "./text/Input.tsx";
import { TimeOfDayInput } from "./timeOfDay/Input.tsx";
import { TimezoneInput } from "./timezone/Input.tsx";

/** The input of each kind. A new kind does not compile until it has one. */
export const inputs: Readonly<Record<FieldKind, ComponentType<InputProps>>> = {
  text: TextInput,
  longText: LongTextInput,
  integer: IntegerInput,
  decimal: DecimalInput,
  money: MoneyInput,
  percent: PercentInput,
  duration: DurationInput,
  boolean: BooleanInput,
  enum: EnumInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  dateTime: DateTimeInput,
  date: DateInput,
  timeOfDay: TimeOfDayInput,
  calendarRange: CalendarRangeInput,
  callDestination: CallDestinationInput,
  email: EmailInput,
  emailList: EmailListInput,
  host: HostInput,
  ip: IpInput,
  ipList: IpListInput,
  phoneNumber: PhoneNumberInput,
  phoneNumbers: PhoneNumbersInput,
  regex: RegexInput,
  colour: ColourInput,
  file: FileInput,
  password: PasswordInput,
  country: CountryInput,
  timezone: TimezoneInput,
  tags: TagsInput,
  object: ObjectInput,
  list: ListInput,
};
