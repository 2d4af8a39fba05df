import { CountryInput } from "./country/Input.tsx";
import { DateTimeInput } from "./dateTime/Input.tsx";
import { DecimalInput } from "./decimal/Input.tsx";
import { DurationInput } from "./duration/Input.tsx";
import { inputFilter } from "./inputFilter.tsx";
import { IntegerInput } from "./integer/Input.tsx";
import { MoneyInput } from "./money/Input.tsx";
import { PercentInput } from "./percent/Input.tsx";
import { TimezoneInput } from "./timezone/Input.tsx";

/** Filters whose value is typed or picked exactly as in a form: one way to write a date, an amount, a duration. */
export const IntegerFilter = inputFilter(IntegerInput);
export const DecimalFilter = inputFilter(DecimalInput);
export const MoneyFilter = inputFilter(MoneyInput);
export const PercentFilter = inputFilter(PercentInput);
export const DurationFilter = inputFilter(DurationInput);
export const DateTimeFilter = inputFilter(DateTimeInput);
export const CountryFilter = inputFilter(CountryInput);
export const TimezoneFilter = inputFilter(TimezoneInput);
