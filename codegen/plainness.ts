import { countLines } from "./lineCounts.ts";
import type { FieldModel, ResourceModel } from "./model.ts";

/** Lines that a plain schema gets by with. */
export const PLAIN_LINES = 60;

export function linesOf({ source }: ResourceModel): number {
  return countLines(source.text);
}

/** A dozen fields at most, with nothing inside them and no conditions, and one form to make a record. */
export function isPlain({ x, fields }: ResourceModel): boolean {
  const isSimple = ({ when, requiredWhen, fields: inner }: FieldModel) => !when && !requiredWhen && inner === undefined;
  return fields.length <= 12 && fields.every(isSimple) && !x.variants;
}
