import { byInput } from "../byInput.ts";
import type { Filters } from "../filter.ts";

export const filters = { dateTime: byInput, date: byInput } satisfies Filters;
