/**
 * Former keywords of the schema language and their present names: several where one word had several uses. Errors in schemas
 * with a former keyword suggest the present one.
 */
const RENAMED: ReadonlyMap<unknown, readonly string[]> = entriesOf({
  about: ["description"],
  action: ["actionOnly"],
  also: ["uniqueFields"],
  apart: ["seriesFields"],
  as: ["widget", "valueField"],
  asks: ["typeParameter", "confirm"],
  atMost: ["maxItems"],
  behind: ["servedBy"],
  below: ["childRight"],
  bulk: ["bulkActions"],
  by: ["target", "field", "propertyName", "reference"],
  clear: ["setNull"],
  create: ["createVariant"],
  creates: ["creatableReferences"],
  dayEnds: ["endOfDayColumns"],
  defaultFilters: ["filterDefaultValues"],
  deleteBy: ["bulkDeleteFilter"],
  deleteSets: ["softDeleteValue"],
  dial: ["clickToDial", "dialTemplate"],
  erases: ["deletesDependents"],
  facts: ["headerFields"],
  field: ["uniqueFields"],
  file: ["fileName"],
  finds: ["searchFields"],
  format: ["formatParameter"],
  frame: ["legacyPath"],
  from: ["startField"],
  frozen: ["readOnlyValues"],
  has: ["referenceOne"],
  hidden: ["hiddenValues"],
  inline: ["inlineEdit"],
  isDefault: ["defaultRepresentation"],
  kinds: ["discriminator"],
  later: ["schedule"],
  least: ["minColumns"],
  line: ["summaryFields"],
  lists: ["referenceMany"],
  narrow: ["condition"],
  next: ["nextSteps"],
  numbers: ["searchNumbers"],
  offers: ["freeCodeRange"],
  older: ["legacyPath", "legacyPanel"],
  opens: ["href"],
  optional: ["hiddenColumns"],
  order: ["reorder"],
  orEmpty: ["nullsNotDistinct"],
  orFirst: ["fallbackToFirst"],
  ownerFirst: ["ownerColumn"],
  owners: ["ownerFilters"],
  patchOps: ["patchAddRemove"],
  path: ["uploadPath"],
  pending: ["legacyResources"],
  preferencesBy: ["childPreferences"],
  prefixes: ["prefixIndexes"],
  purgeMarks: ["purgeCountField"],
  raw: ["rawBody"],
  reaches: ["cascadesTo"],
  record: ["recordRepresentation"],
  representation: ["returnRepresentation"],
  requires: ["accessFlags"],
  resources: ["mapping"],
  rows: ["visibilityNote"],
  sameAs: ["fallbackColumns"],
  search: ["searchFilter"],
  sets: ["dependentFields"],
  shortcuts: ["tabActions"],
  shownAs: ["canonicalResource"],
  shows: ["show"],
  stamped: ["createdAt"],
  tryOut: ["callSimulation"],
  unshared: ["excludeFromBulk"],
  upsert: ["upsertKey"],
  value: ["source"],
  whole: ["atomic"],
  wire: ["api"],
  without: ["resetFields"],
});

/** Former keywords without a present name, and what to write instead. */
const REMOVED: ReadonlyMap<unknown, string> = entriesOf({
  reservedName: 'no keyword: only a field with "filter" must not be named like a query parameter of every list',
  actionOnly: '"operations": ["create"]',
  bulkDeleteFilter: 'the hook "bulkDeleteFilter" (src/platform/resourceHooks.ts)',
  createVariant: '"filter" that is the "preset" of the variant',
  dialTemplate: '"clickToDial" of the title\'s field, or "list.searchNumbers" of a resource of numbers',
  fallbackColumns: 'the hook "olderCsv" (src/platform/resourceHooks.ts)',
  freeCodeRange: '"format": "star-code" with "unique"',
  minColumns: 'the hook "olderCsv" (src/platform/resourceHooks.ts)',
  tabs: '"when" and "needs" of each tab',
});

/** The present name of a former keyword; undefined unless it is allowed here. */
export function currentKeywordOf(old: unknown, allowed: readonly unknown[]): string | undefined {
  return namesAfter(old).find((word) => allowed.includes(word));
}

/** Returns what to write instead of a former keyword that has no present name, by any of its names. */
export function replacementOf(old: unknown): string | undefined {
  return [old, ...namesAfter(old)].map((word) => REMOVED.get(word)).find(Boolean);
}

function namesAfter(old: unknown): readonly string[] {
  return RENAMED.get(old) ?? [];
}

export const formerKeywords: readonly unknown[] = [...RENAMED.keys(), ...REMOVED.keys()];

function entriesOf<Value>(of: Readonly<Record<string, Value>>): ReadonlyMap<unknown, Value> {
  return new Map(Object.entries(of));
}
