import { PlatformError } from "../../core/errors.ts";
import type { Page } from "../../core/invoices/layPages.ts";

/** Longest time in minutes that one document may take to draw. */
const LONGEST = 10;

/** The same in milliseconds. */
export const LONGEST_DRAWING = LONGEST * 60_000;

/** Is told each page of a document, and throws when drawing it has taken too long. */
export function limitDrawing(clock = Date.now): (page: Pick<Page, "number" | "count">) => void {
  const last = clock() + LONGEST_DRAWING;
  return ({ number, count }) => {
    if (clock() > last) throw new PlatformError("drawing_too_long", { minutes: LONGEST, page: number, pages: count });
  };
}
