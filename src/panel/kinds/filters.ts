import { lazy } from "react";
import type { FieldKind } from "../../core/descriptor.ts";
import { BooleanFilter } from "./boolean/Filter.tsx";
import { EnumFilter } from "./enum/Filter.tsx";
import type { FilterEditor } from "./filter.ts";
import { TextFilter } from "./text/Filter.tsx";

/** Pickers bring a good deal with them, and most people filter by status and text. */
const ReferenceFilter = lazy(async () => ({ default: (await import("./reference/Filter.tsx")).ReferenceFilter }));
const inputs = () => import("./inputFilters.ts");
const IntegerFilter = lazy(async () => ({ default: (await inputs()).IntegerFilter }));
const DecimalFilter = lazy(async () => ({ default: (await inputs()).DecimalFilter }));
const MoneyFilter = lazy(async () => ({ default: (await inputs()).MoneyFilter }));
const PercentFilter = lazy(async () => ({ default: (await inputs()).PercentFilter }));
const DurationFilter = lazy(async () => ({ default: (await inputs()).DurationFilter }));
const DateTimeFilter = lazy(async () => ({ default: (await inputs()).DateTimeFilter }));
const CountryFilter = lazy(async () => ({ default: (await inputs()).CountryFilter }));
const TimezoneFilter = lazy(async () => ({ default: (await inputs()).TimezoneFilter }));

/** How a filter of each kind is set. */
export const filters: Readonly<Record<FieldKind, FilterEditor>> = {
  text: TextFilter,
  longText: TextFilter,
  integer: IntegerFilter,
  decimal: DecimalFilter,
  money: MoneyFilter,
  percent: PercentFilter,
  duration: DurationFilter,
  boolean: BooleanFilter,
  enum: EnumFilter,
  reference: ReferenceFilter,
  references: ReferenceFilter,
  dateTime: DateTimeFilter,
  date: TextFilter,
  timeOfDay: TextFilter,
  calendarRange: TextFilter,
  callDestination: TextFilter,
  email: TextFilter,
  emailList: TextFilter,
  host: TextFilter,
  ip: TextFilter,
  ipList: TextFilter,
  phoneNumber: TextFilter,
  phoneNumbers: TextFilter,
  regex: TextFilter,
  colour: TextFilter,
  file: TextFilter,
  password: TextFilter,
  country: CountryFilter,
  timezone: TimezoneFilter,
  tags: TextFilter,
  object: TextFilter,
  list: TextFilter,
};
