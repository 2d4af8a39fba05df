/**
 * Words that the schema language had before, and what they are called now: one of them, by where they stood. Schemas that
 * were written before get the new word in the error.
 */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  action: ["actionOnly"],
  asks: ["typeParameter"],
  by: ["target"],
  create: ["createVariant"],
  creates: ["creatableReferences"],
  dayEnds: ["endOfDayColumns"],
  deleteBy: ["bulkDeleteFilter"],
  deleteSets: ["softDeleteValue"],
  erases: ["deletesDependents"],
  file: ["fileName"],
  format: ["formatParameter"],
  frozen: ["readOnlyValues"],
  has: ["referenceOne"],
  hidden: ["hiddenValues"],
  isDefault: ["defaultRepresentation"],
  least: ["minColumns"],
  lists: ["referenceMany"],
  older: ["legacyPath"],
  orFirst: ["fallbackToFirst"],
  ownerFirst: ["ownerColumn"],
  patchOps: ["patchAddRemove"],
  path: ["uploadPath"],
  purgeMarks: ["purgeCountField"],
  raw: ["rawBody"],
  reaches: ["cascadesTo"],
  record: ["recordRepresentation"],
  representation: ["returnRepresentation"],
  sameAs: ["fallbackColumns"],
  sets: ["dependentFields"],
  shows: ["show"],
  value: ["source"],
  whole: ["atomic"],
  wire: ["api"],
};

/** What an old word is called now, if that is one of the words that are known here. */
export function newWordOf(old: unknown, known: readonly unknown[]): string | undefined {
  const words = Object.hasOwn(RENAMED, String(old)) ? RENAMED[String(old)] : undefined;
  return words?.find((word) => known.includes(word));
}

export const renamedKeywords: readonly string[] = Object.keys(RENAMED);
