import { byInput } from "../byInput.ts";
import type { Filters } from "../filter.ts";

export const filters = {
  integer: byInput,
  decimal: byInput,
  money: byInput,
  percent: byInput,
  duration: byInput,
} satisfies Filters;
