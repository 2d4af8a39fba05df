import Skeleton from "@mui/material/Skeleton";
import type { ComponentType, ReactNode } from "react";
import type { FieldKind } from "../../core/schema/descriptor.ts";
import { later } from "../providers/later.ts";
import { CalendarRangeInput } from "./calendarRange/Input.tsx";
import { BooleanInput, CountryInput, EnumInput, TimezoneInput } from "./choice/inputs.tsx";
import { type InputProps, type LooseProps, noErrors, type PartProps } from "./controls/InputProps.ts";
import { PlainTextInput } from "./controls/TextControl.tsx";
import { FileInput } from "./file/Input.tsx";
import { DecimalInput, DurationInput, IntegerInput, MoneyInput, PercentInput } from "./number/inputs.tsx";
import { ListInput, ObjectInput } from "./object/inputs.tsx";
import { PasswordInput } from "./password/Input.tsx";
import { PhoneNumberInput, PhoneNumbersInput } from "./phoneNumber/inputs.tsx";
import { ReferenceInput, ReferencesInput } from "./reference/inputs.tsx";
import { ColourInput, EmailListInput, IpListInput, RegexInput, TagsInput, TextInput } from "./text/inputs.tsx";
import { DateInput, DateTimeInput, TimeOfDayInput } from "./time/inputs.tsx";

/** Loaded when a form needs it, as few have files of that size. */
const StreamedFileInput = later(
  () => import("./file/StreamedInput.tsx"),
  "StreamedInput",
  [],
  <Skeleton variant="rounded" height={72} />,
);

/** The rest of the form stays mounted. */
const CallDestinationInput = later(
  () => import("./callDestination/Input.tsx"),
  "CallDestinationInput",
  ["destinations"],
  <Skeleton variant="rounded" height={40} />,
);

/** The input of any field, by its kind. */
export function KindInput(props: LooseProps<PartProps>): ReactNode {
  const { required = false, readOnly = false, problems = noErrors, ...others } = props;
  const Input = inputs[props.field.kind];
  return <Input {...others} {...{ required, readOnly, problems }} Part={KindInput} />;
}

/** The input of each kind. A new kind does not compile without one. */
export const inputs: Readonly<Record<FieldKind, ComponentType<InputProps>>> = {
  text: TextInput,
  longText: (props) => <PlainTextInput {...props} multiline />,
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
  email: (props) => <PlainTextInput {...props} inputMode="email" />,
  emailList: EmailListInput,
  host: (props) => <PlainTextInput {...props} inputMode="url" />,
  ip: (props) => <PlainTextInput {...props} width={39} />,
  ipList: IpListInput,
  phoneNumber: PhoneNumberInput,
  phoneNumbers: PhoneNumbersInput,
  regex: RegexInput,
  colour: ColourInput,
  file: (props) => (props.field.file?.streamed ? <StreamedFileInput {...props} /> : <FileInput {...props} />),
  password: PasswordInput,
  country: CountryInput,
  timezone: TimezoneInput,
  tags: TagsInput,
  object: ObjectInput,
  list: ListInput,
};
